//@ verdict: verified
//@ flags: --models net
//@ states: 40 on 17, 46 on 25

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/** Closing a socket ends what threads do with it, whichever comes first. */
public class SocketCloseWakes {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(() -> {
            try {
                server.accept();
                throw new AssertionError("no client connects");
            } catch (SocketException e) {
                assert e.getMessage().toLowerCase().endsWith("socket closed")
                    || e.getMessage().equals("Socket is closed") : e;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        acceptor.start();
        server.close();
        acceptor.join();
        assert server.isClosed();
    }
}
