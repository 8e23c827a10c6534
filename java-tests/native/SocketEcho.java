//@ verdict: verified
//@ flags: --models shipped
//@ states: 237

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server answers two clients, one after the other. */
public class SocketEcho {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            int port = server.getLocalPort();
            Thread[] clients = {client(port, 1), client(port, 2)};
            for (Thread client : clients) {
                client.start();
            }
            for (int served = 0; served < 2; served++) {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write(socket.getInputStream().read());
                }
            }
            for (Thread client : clients) {
                client.join();
            }
        }
    }

    static Thread client(int port, int number) {
        return new Thread(() -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write(number);
                int answer = socket.getInputStream().read();
                assert answer == number : answer;
                assert socket.getInputStream().read() == -1;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }
}
