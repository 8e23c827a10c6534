//@ verdict: deadlock
//@ flags: --models net -Dbraid.net.buffer=2

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Both sides write more than the connection holds before they read. */
public class SocketBothWrite {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            int port = server.getLocalPort();
            Thread client = new Thread(() -> {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.getOutputStream().write(new byte[3]); //~ BLOCKED
                    socket.getInputStream().read(new byte[3]);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            client.start();
            try (Socket socket = server.accept()) {
                socket.getOutputStream().write(new byte[3]); //~ BLOCKED
                socket.getInputStream().read(new byte[3]);
            }
            client.join();
        }
    }
}
