//@ verdict: verified
//@ flags: --models net
//@ states: 14

import braid.Braid;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** Connections wait to be accepted, on Linux one more than was asked for; the next one has to wait for room. */
public class SocketBacklog {
    public static void main(String[] args) throws Exception {
        if (!Braid.isChecked()) {
            return;
        }
        try (ServerSocket server = new ServerSocket(4000, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress("localhost", 4000);
            Socket[] waiting = {new Socket(), new Socket(), new Socket()};
            waiting[0].connect(address);
            waiting[1].connect(address);
            try {
                waiting[2].connect(address, 10);
                throw new AssertionError("there is no room");
            } catch (SocketTimeoutException e) {
                assert e.getMessage().equals("Connect timed out");
            }
            Thread late = new Thread(() -> {
                try (Socket socket = new Socket()) {
                    socket.connect(address);
                    assert socket.isConnected();
                } catch (java.io.IOException e) {
                    throw new AssertionError(e);
                }
            });
            late.start();
            server.accept().close();
            late.join();
        }
    }
}
