//@ verdict: verified
//@ flags: --models net
//@ states: 1

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/** What fails, fails as on a real machine. */
public class SocketErrors {
    static String failure(Class<? extends IOException> type, Attempt attempt) throws IOException {
        try {
            attempt.run();
        } catch (IOException e) {
            assert e.getClass() == type : e;
            return e.getMessage();
        }
        throw new AssertionError("no " + type);
    }

    interface Attempt {
        void run() throws IOException;
    }

    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        ServerSocket server = new ServerSocket(0, 5, here);
        int port = server.getLocalPort();
        assert failure(BindException.class, () -> new ServerSocket(port, 5, here)).startsWith("Address already in use");
        Socket client = new Socket();
        client.connect(new InetSocketAddress(here, port), 1000);
        assert client.isConnected() && client.getPort() == port && client.getInetAddress().equals(here);
        Socket accepted = server.accept();
        assert accepted.getPort() == client.getLocalPort() && accepted.getLocalPort() == port;
        assert accepted.getLocalAddress().equals(here) && client.getLocalAddress().equals(here);
        client.setTcpNoDelay(true);
        assert client.getTcpNoDelay() && client.getSoTimeout() == 0 && !client.getKeepAlive();
        // Bytes that were not read: the other side still finds the end.
        accepted.getOutputStream().write(new byte[] {1, 2});
        assert client.getInputStream().read() == 1;
        assert client.getInputStream().available() == 1;
        client.close();
        assert accepted.getInputStream().read() == -1;
        accepted.close();
        // One that goes without a word.
        Socket rude = new Socket(here, port);
        Socket left = server.accept();
        rude.setSoLinger(true, 0);
        rude.close();
        assert failure(SocketException.class, () -> left.getInputStream().read()).equals("Connection reset");
        left.close();
        assert failure(SocketException.class, () -> accepted.getOutputStream()).equals("Socket is closed");
        server.close();
        assert failure(ConnectException.class, () -> new Socket(here, port)).startsWith("Connection refused");
        // The port is free again.
        new ServerSocket(port, 5, here).close();
    }
}
