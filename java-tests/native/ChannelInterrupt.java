//@ verdict: verified
//@ flags: --models net
//@ states: 487 on 17, 381 on 25

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;

/**
 * An interrupt closes a channel, and ends the wait. The class library of JDK 17 can miss one that comes while a thread is about to
 * wait: {@code Thread.interrupt} looks for a channel before it sets the interrupt. So it is sent until it was heard.
 */
public class ChannelInterrupt {
    public static void main(String[] args) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread acceptor = new Thread(() -> {
            try {
                server.accept();
                throw new AssertionError("no client comes");
            } catch (ClosedByInterruptException e) {
                assert Thread.currentThread().isInterrupted() && !server.isOpen();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        acceptor.start();
        do {
            acceptor.interrupt();
        } while (server.isOpen());
        acceptor.join();
    }
}
