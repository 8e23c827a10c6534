package java.net;

import braid.Braid;
import braid.Model;
import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/** Makes channels that block. Selectors, pipes and datagrams are not modelled. */
final class LoopbackProvider extends SelectorProvider {
    private static final LoopbackProvider ONLY = new LoopbackProvider();

    private LoopbackProvider() { }

    @Model("java.nio.channels.spi.SelectorProvider#provider()Ljava/nio/channels/spi/SelectorProvider;")
    static SelectorProvider only() {
        return ONLY;
    }

    /** Braid ends the check there; the exception is for the compiler. */
    static UnsupportedOperationException refuse(String what) {
        Braid.refuse(what);
        return new UnsupportedOperationException(what);
    }

    @Override
    public SocketChannel openSocketChannel() {
        return new LoopbackChannel(this, new LoopbackSocketImpl(false), false);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() {
        return new LoopbackServerChannel(this);
    }

    @Override
    public SocketChannel openSocketChannel(ProtocolFamily family) throws IOException {
        internet(family);
        return openSocketChannel();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
        internet(family);
        return openServerSocketChannel();
    }

    private static void internet(ProtocolFamily family) {
        if (family != StandardProtocolFamily.INET && family != StandardProtocolFamily.INET6) {
            throw refuse("channels of the family " + family.name());
        }
    }

    @Override
    public AbstractSelector openSelector() {
        throw refuse("java.nio.channels.Selector: only channels that block are modelled");
    }

    @Override
    public Pipe openPipe() {
        throw refuse("java.nio.channels.Pipe");
    }

    @Override
    public DatagramChannel openDatagramChannel() {
        throw refuse("java.nio.channels.DatagramChannel");
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) {
        throw refuse("java.nio.channels.DatagramChannel");
    }
}
