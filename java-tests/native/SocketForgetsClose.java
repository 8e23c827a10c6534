//@ verdict: deadlock
//@ flags: --models net

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The server answers and does not close, and the client reads to the end. */
public class SocketForgetsClose {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        int port = server.getLocalPort();
        Thread client = new Thread(() -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                while (socket.getInputStream().read() >= 0) { } //~ BLOCKED
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        client.start();
        Socket socket = server.accept();
        socket.getOutputStream().write(1);
        client.join(); //~ BLOCKED
        socket.close();
    }
}
