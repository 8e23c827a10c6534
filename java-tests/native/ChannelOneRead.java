//@ verdict: assertion
//@ flags: --models net

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** One read is taken for one message. */
public class ChannelOneRead {
    public static void main(String[] args) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketAddress address = server.getLocalAddress();
            Thread client = new Thread(() -> {
                try (SocketChannel channel = SocketChannel.open(address)) {
                    channel.write(ByteBuffer.wrap(new byte[] {1, 2}));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            client.start();
            try (SocketChannel channel = server.accept()) {
                ByteBuffer message = ByteBuffer.allocate(4);
                channel.read(message);
                assert message.position() == 2; //~ ASSERTION
            }
            client.join();
        }
    }
}
