package java.net;

import java.io.IOException;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/** A {@link ServerSocketChannel} that blocks. */
final class LoopbackServerChannel extends ServerSocketChannel {
    private final LoopbackSocketImpl impl = new LoopbackSocketImpl(true);

    LoopbackServerChannel(SelectorProvider provider) {
        super(provider);
    }

    private void ensureOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public ServerSocketChannel bind(SocketAddress local, int backlog) throws IOException {
        ensureOpen();
        if (impl.localAddress() != null) {
            throw new AlreadyBoundException();
        }
        InetSocketAddress at = local == null ? new InetSocketAddress(0) : LoopbackChannel.checked(local);
        impl.bind(at.getAddress(), at.getPort());
        impl.listen(backlog);
        return this;
    }

    @Override
    public SocketChannel accept() throws IOException {
        ensureOpen();
        if (impl.localAddress() == null) {
            throw new NotYetBoundException();
        }
        LoopbackSocketImpl accepted = new LoopbackSocketImpl(false);
        boolean completed = false;
        begin();
        try {
            impl.accept(accepted);
            completed = true;
        } finally {
            end(completed);
        }
        return new LoopbackChannel(provider(), accepted, true);
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        ensureOpen();
        return impl.localAddress();
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        ensureOpen();
        impl.setOption(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        ensureOpen();
        return impl.getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return impl.supportedOptions();
    }

    @Override
    public ServerSocket socket() {
        throw LoopbackProvider.refuse("java.nio.channels.ServerSocketChannel.socket");
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        impl.close();
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        if (!block) {
            throw LoopbackProvider.refuse("java.nio.channels.ServerSocketChannel: only channels that block are modelled");
        }
    }
}
