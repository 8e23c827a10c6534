//@ verdict: verified
//@ revisions: any whole
//@[any] flags: --models net
//@[whole] flags: --models net -Dbraid.net.reads=whole
//@[any] states: 24
//@[whole] states: 20

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Reading on until the message is complete. */
public class SocketWholeMessage {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            int port = server.getLocalPort();
            Thread client = new Thread(() -> {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.getOutputStream().write(new byte[] {1, 2, 3});
                    socket.shutdownOutput();
                    assert socket.getInputStream().read() == 6;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            client.start();
            try (Socket socket = server.accept()) {
                byte[] message = new byte[3];
                new DataInputStream(socket.getInputStream()).readFully(message);
                assert socket.getInputStream().read() == -1;
                socket.getOutputStream().write(message[0] + message[1] + message[2]);
            }
            client.join();
        }
    }
}
