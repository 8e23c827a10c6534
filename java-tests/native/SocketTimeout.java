//@ verdict: verified
//@ flags: --models net
//@ states: 3

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A server that says nothing, and one without clients. */
public class SocketTimeout {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket first = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            first.setSoTimeout(10);
            try {
                first.getInputStream().read();
                throw new AssertionError("nothing was sent");
            } catch (SocketTimeoutException e) {
                assert e.getMessage().equals("Read timed out");
            }
            try (Socket accepted = server.accept()) {
                accepted.getOutputStream().write(7);
            }
            assert first.getInputStream().read() == 7;
            first.close();
            server.setSoTimeout(10);
            try {
                server.accept();
                throw new AssertionError("no client came");
            } catch (SocketTimeoutException e) {
                assert e.getMessage().equals("Accept timed out");
            }
        }
    }
}
