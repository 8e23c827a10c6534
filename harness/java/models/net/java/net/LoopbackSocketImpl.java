package java.net;

import braid.Model;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import sun.net.PlatformSocketImpl;

/** What is behind a {@link Socket} or {@link ServerSocket}. Those themselves are the class library's. */
final class LoopbackSocketImpl extends SocketImpl implements PlatformSocketImpl {
    private final boolean server;
    private final Map<Integer, Object> options = new HashMap<>();
    private volatile int timeout;
    private volatile boolean closed;
    private volatile LoopbackNetwork.Port bound;
    private volatile LoopbackListener listener;
    /** Replaced only in a socket that has just accepted a connection, before the program knows it. */
    private LoopbackEnd end = new LoopbackEnd();

    LoopbackSocketImpl(boolean server) {
        this.server = server;
    }

    @Model("java.net.SocketImpl#createPlatformSocketImpl(Z)Ljava/net/SocketImpl;")
    static SocketImpl platform(boolean server) {
        return new LoopbackSocketImpl(server);
    }

    /** There is no proxy between a program and itself. */
    @Model("java.net.SocksSocketImpl#connect(Ljava/net/SocketAddress;I)V")
    static void connect(SocksSocketImpl socket, SocketAddress remote, int millis) throws IOException {
        socket.delegate().connect(remote, millis);
    }

    /** The end of the connection, for channels. */
    LoopbackEnd end() {
        return end;
    }

    /** Where it is, or nothing if it is not bound. */
    InetSocketAddress localAddress() {
        return localport == 0 ? null : new InetSocketAddress(local(), localport);
    }

    private InetAddress local() {
        LoopbackNetwork.Port taken = bound;
        return end.localAddress != null ? end.localAddress : taken != null ? taken.address : null;
    }

    @Override
    protected void create(boolean stream) throws IOException {
        if (!stream) {
            throw new IOException("Datagram socket creation not supported");
        }
    }

    private void ensureOpen() throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
    }

    @Override
    protected void connect(String host, int number) throws IOException {
        connect(new InetSocketAddress(host, number), 0);
    }

    @Override
    protected void connect(InetAddress to, int number) throws IOException {
        connect(new InetSocketAddress(to, number), 0);
    }

    @Override
    protected void connect(SocketAddress remote, int millis) throws IOException {
        if (!(remote instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        InetSocketAddress to = (InetSocketAddress) remote;
        if (to.isUnresolved()) {
            throw new UnknownHostException(to.getHostName());
        }
        InetAddress host = to.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : to.getAddress();
        ensureOpen();
        try {
            end.port = bound;
            LoopbackNetwork.connect(end, host, to.getPort(), millis);
        } catch (IOException e) {
            close();
            throw e;
        }
        address = to.getAddress();
        port = to.getPort();
        localport = end.localNumber;
    }

    @Override
    protected void bind(InetAddress host, int number) throws IOException {
        ensureOpen();
        if (localport != 0) {
            throw new SocketException("Already bound");
        }
        bound = LoopbackNetwork.bind(host, number);
        end.port = bound;
        address = host;
        localport = bound.number;
    }

    @Override
    protected void listen(int backlog) throws IOException {
        ensureOpen();
        if (localport == 0) {
            throw new SocketException("Not bound");
        }
        listener = LoopbackNetwork.listen(bound, backlog);
    }

    @Override
    protected void accept(SocketImpl other) throws IOException {
        ensureOpen();
        if (listener == null) {
            throw new SocketException("Not listening");
        }
        LoopbackEnd accepted = listener.accept(timeout);
        LoopbackSocketImpl socket = (LoopbackSocketImpl) other;
        socket.end = accepted;
        socket.address = accepted.peerAddress();
        socket.port = accepted.peerNumber();
        socket.localport = accepted.localNumber;
    }

    @Override
    protected InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) > 0 ? one[0] & 0xff : -1;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                Objects.checkFromIndexSize(from, length, into.length);
                if (length == 0) {
                    return 0;
                }
                byte[] bytes = end.read(length, timeout);
                if (bytes == null) {
                    return -1;
                }
                System.arraycopy(bytes, 0, into, from, bytes.length);
                return bytes.length;
            }

            @Override
            public int available() throws IOException {
                return LoopbackSocketImpl.this.available();
            }

            @Override
            public void close() throws IOException {
                LoopbackSocketImpl.this.close();
            }
        };
    }

    @Override
    protected OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                end.write(new byte[] {(byte) value});
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                Objects.checkFromIndexSize(from, length, bytes.length);
                byte[] part = new byte[length];
                System.arraycopy(bytes, from, part, 0, length);
                end.write(part);
            }

            @Override
            public void close() throws IOException {
                LoopbackSocketImpl.this.close();
            }
        };
    }

    @Override
    protected int available() throws IOException {
        return end.available();
    }

    @Override
    protected void close() throws IOException {
        closed = true;
        if (listener != null) {
            listener.close();
        } else {
            // A socket that lingers for no time goes without a word.
            end.close(lingersNot());
        }
    }

    private synchronized boolean lingersNot() {
        return Integer.valueOf(0).equals(options.get(SO_LINGER));
    }

    @Override
    protected void shutdownInput() throws IOException {
        ensureOpen();
        end.shutdownInput();
    }

    @Override
    protected void shutdownOutput() throws IOException {
        ensureOpen();
        end.shutdownOutput();
    }

    @Override
    protected boolean supportsUrgentData() {
        return true;
    }

    @Override
    protected void sendUrgentData(int data) {
        braid.Braid.refuse("urgent data on a socket");
    }

    @Override
    void copyOptionsTo(SocketImpl other) {
        ((LoopbackSocketImpl) other).timeout = timeout;
    }

    @Override
    public synchronized void setOption(int option, Object value) throws SocketException {
        ensureOpen();
        if (option == SO_TIMEOUT) {
            int millis = (Integer) value;
            if (millis < 0) {
                throw new IllegalArgumentException("timeout < 0");
            }
            timeout = millis;
        } else {
            options.put(option, option == SO_LINGER && Boolean.FALSE.equals(value) ? Integer.valueOf(-1) : value);
        }
    }

    @Override
    public synchronized Object getOption(int option) throws SocketException {
        ensureOpen();
        Object set = options.get(option);
        switch (option) {
            case SO_TIMEOUT:
                return timeout;
            case SO_BINDADDR:
                return local() == null ? new Inet4Address() : local();
            case SO_LINGER:
                return set == null ? Integer.valueOf(-1) : set;
            case SO_SNDBUF:
            case SO_RCVBUF:
                return set == null ? LoopbackNetwork.CAPACITY : set;
            case IP_TOS:
                return set == null ? Integer.valueOf(0) : set;
            case SO_REUSEADDR:
                return set == null ? Boolean.valueOf(server) : set;
            case TCP_NODELAY:
            case SO_KEEPALIVE:
            case SO_OOBINLINE:
            case SO_REUSEPORT:
                return set == null ? Boolean.FALSE : set;
            default:
                throw new SocketException("Unknown option " + option);
        }
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return server
            ? Set.of(StandardSocketOptions.SO_RCVBUF, StandardSocketOptions.SO_REUSEADDR,
                StandardSocketOptions.SO_REUSEPORT)
            : Set.of(StandardSocketOptions.SO_RCVBUF, StandardSocketOptions.SO_SNDBUF,
                StandardSocketOptions.SO_REUSEADDR, StandardSocketOptions.SO_REUSEPORT,
                StandardSocketOptions.SO_KEEPALIVE, StandardSocketOptions.SO_LINGER,
                StandardSocketOptions.TCP_NODELAY, StandardSocketOptions.IP_TOS);
    }

    /** The number of an option, found without its identity hash code, which would be an assumption of the verdict. */
    private int number(SocketOption<?> option) {
        if (option == StandardSocketOptions.SO_RCVBUF) {
            return SO_RCVBUF;
        }
        if (option == StandardSocketOptions.SO_REUSEADDR) {
            return SO_REUSEADDR;
        }
        if (option == StandardSocketOptions.SO_REUSEPORT) {
            return SO_REUSEPORT;
        }
        if (!server && option == StandardSocketOptions.SO_SNDBUF) {
            return SO_SNDBUF;
        }
        if (!server && option == StandardSocketOptions.SO_KEEPALIVE) {
            return SO_KEEPALIVE;
        }
        if (!server && option == StandardSocketOptions.SO_LINGER) {
            return SO_LINGER;
        }
        if (!server && option == StandardSocketOptions.TCP_NODELAY) {
            return TCP_NODELAY;
        }
        if (!server && option == StandardSocketOptions.IP_TOS) {
            return IP_TOS;
        }
        throw new UnsupportedOperationException("'" + Objects.requireNonNull(option) + "' not supported");
    }

    @Override
    protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
        setOption(number(option), value);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected <T> T getOption(SocketOption<T> option) throws IOException {
        return (T) getOption(number(option));
    }
}
