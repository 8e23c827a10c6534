//@ verdict: assertion
//@ flags: --models net

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A read may give less than was written: taking one read for one message is a mistake that no short test shows. */
public class SocketPartialRead {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            int port = server.getLocalPort();
            Thread client = new Thread(() -> {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.getOutputStream().write(new byte[] {1, 2, 3});
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            client.start();
            try (Socket socket = server.accept()) {
                byte[] message = new byte[3];
                int count = socket.getInputStream().read(message);
                assert count == 3; //~ ASSERTION
            }
            client.join();
        }
    }
}
