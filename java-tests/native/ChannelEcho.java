//@ verdict: verified
//@ flags: --models net
//@ states: 855

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The same with channels that block. */
public class ChannelEcho {
    public static void main(String[] args) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketAddress address = server.getLocalAddress();
            Thread client = new Thread(() -> {
                try (SocketChannel channel = SocketChannel.open(address)) {
                    assert channel.isConnected() && channel.getRemoteAddress().equals(address);
                    assert channel.write(ByteBuffer.wrap(new byte[] {1, 2})) == 2;
                    channel.shutdownOutput();
                    ByteBuffer answer = ByteBuffer.allocate(1);
                    assert channel.read(answer) == 1 && answer.get(0) == 3;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            client.start();
            try (SocketChannel channel = server.accept()) {
                ByteBuffer message = ByteBuffer.allocate(4);
                while (channel.read(message) >= 0) { }
                message.flip();
                assert message.remaining() == 2;
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (message.get() + message.get())}));
            }
            client.join();
        }
    }
}
