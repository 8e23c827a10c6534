//@ verdict: verified
//@ flags: --models net
//@ states: 29

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** The first socket is made by a thread, while schedules are explored. */
public class SocketLateStart {
    static volatile int port;

    public static void main(String[] args) throws Exception {
        CountDownLatch listening = new CountDownLatch(1);
        Thread server = new Thread(() -> {
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
                port = socket.getLocalPort();
                listening.countDown();
                try (Socket one = socket.accept()) {
                    one.getOutputStream().write(one.getInputStream().read() + 1);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        server.start();
        listening.await();
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write(7);
            assert socket.getInputStream().read() == 8;
        }
        server.join();
    }
}
