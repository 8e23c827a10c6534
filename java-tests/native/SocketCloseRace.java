//@ verdict: verified
//@ flags: --models net --races error
//@ states: 213 on 17, 171 on 25

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A thread closes the socket that another one connects, reads and writes: no data race, and nothing hangs. */
public class SocketCloseRace {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            Thread closer = new Thread(() -> {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            closer.start();
            try {
                socket.setTcpNoDelay(true);
                socket.getOutputStream().write(1);
                socket.getInputStream().read();
                throw new AssertionError("nothing was sent");
            } catch (IOException e) {
                assert socket.isClosed() || e.getMessage().contains("closed") : e;
            }
            closer.join();
        }
    }
}
