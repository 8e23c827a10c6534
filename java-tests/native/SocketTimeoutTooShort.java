//@ verdict: uncaught java.net.SocketTimeoutException
//@ patient: verified
//@ flags: --models net

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** An answer may come too late, however long the time limit is. */
public class SocketTimeoutTooShort {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write(1);
                } catch (IOException e) {
                    // The client has given up.
                }
            });
            answering.start();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                socket.setSoTimeout(60_000);
                assert socket.getInputStream().read() == 1; //~ UNCAUGHT
            }
            answering.join();
        }
    }
}
