package java.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.Set;

/**
 * A {@link SocketChannel} that blocks. Interrupting a thread that waits at one closes it; that is the class library's own doing
 * ({@code begin} and {@code end}), and closing it ends the wait.
 */
final class LoopbackChannel extends SocketChannel {
    private final LoopbackSocketImpl impl;
    private volatile boolean connected;

    LoopbackChannel(SelectorProvider provider, LoopbackSocketImpl impl, boolean connected) {
        super(provider);
        this.impl = impl;
        this.connected = connected;
    }

    /** An address that a socket can have. */
    static InetSocketAddress checked(SocketAddress address) {
        if (!(Objects.requireNonNull(address) instanceof InetSocketAddress)) {
            throw new UnsupportedAddressTypeException();
        }
        InetSocketAddress internet = (InetSocketAddress) address;
        if (internet.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        return internet;
    }

    private void ensureOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void ensureConnected() throws ClosedChannelException {
        ensureOpen();
        if (!connected) {
            throw new NotYetConnectedException();
        }
    }

    @Override
    public SocketChannel bind(SocketAddress local) throws IOException {
        ensureOpen();
        InetSocketAddress at = local == null ? new InetSocketAddress(0) : checked(local);
        impl.bind(at.getAddress(), at.getPort());
        return this;
    }

    @Override
    public boolean connect(SocketAddress remote) throws IOException {
        InetSocketAddress to = checked(remote);
        ensureOpen();
        if (connected) {
            throw new AlreadyConnectedException();
        }
        boolean completed = false;
        try {
            begin();
            try {
                impl.connect(to, 0);
                completed = true;
            } finally {
                end(completed);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        connected = true;
        return true;
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean finishConnect() throws IOException {
        ensureOpen();
        if (!connected) {
            throw new NoConnectionPendingException();
        }
        return true;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        ensureConnected();
        if (into.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
        if (!into.hasRemaining()) {
            return 0;
        }
        byte[] bytes;
        boolean completed = false;
        begin();
        try {
            bytes = impl.end().read(into.remaining(), 0);
            completed = true;
        } finally {
            end(completed);
        }
        if (bytes == null) {
            return -1;
        }
        into.put(bytes);
        return bytes.length;
    }

    /** Fewer bytes than there is room for are always possible, so only the first buffer with room is filled. */
    @Override
    public long read(ByteBuffer[] into, int from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, into.length);
        for (int at = from; at < from + count; at++) {
            if (into[at].hasRemaining()) {
                return read(into[at]);
            }
        }
        ensureConnected();
        return 0;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return (int) write(new ByteBuffer[] {bytes}, 0, 1);
    }

    @Override
    public long write(ByteBuffer[] buffers, int from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, buffers.length);
        ensureConnected();
        int length = 0;
        for (int at = from; at < from + count; at++) {
            length += buffers[at].remaining();
        }
        byte[] bytes = new byte[length];
        int filled = 0;
        for (int at = from; at < from + count; at++) {
            int more = buffers[at].remaining();
            buffers[at].duplicate().get(bytes, filled, more);
            filled += more;
        }
        boolean completed = false;
        begin();
        try {
            impl.end().write(bytes);
            completed = true;
        } finally {
            end(completed);
        }
        for (int at = from; at < from + count; at++) {
            buffers[at].position(buffers[at].limit());
        }
        return length;
    }

    @Override
    public SocketChannel shutdownInput() throws IOException {
        ensureConnected();
        impl.end().shutdownInput();
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        ensureConnected();
        impl.end().shutdownOutput();
        return this;
    }

    @Override
    public SocketAddress getRemoteAddress() throws IOException {
        ensureOpen();
        return connected ? new InetSocketAddress(impl.getInetAddress(), impl.getPort()) : null;
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        ensureOpen();
        return impl.localAddress();
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
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
    public Socket socket() {
        throw LoopbackProvider.refuse("java.nio.channels.SocketChannel.socket");
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        impl.close();
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        if (!block) {
            throw LoopbackProvider.refuse("java.nio.channels.SocketChannel: only channels that block are modelled");
        }
    }
}
