package java.net;

import braid.Action;
import braid.Braid;
import java.io.IOException;

/**
 * The network of a checked program: the loopback interface, with nothing behind it. Every operation is one action, so
 * no lock is needed; what blocks is an action that is not possible yet.
 *
 * <p>A port that the program does not name is the lowest free one, so that equal situations are equal states.
 */
final class LoopbackNetwork {
    private static final int FIRST_EPHEMERAL = 32768;

    /** How many bytes a connection holds in one direction before a writer has to wait. */
    static final int CAPACITY = number("braid.net.buffer", 65536);

    /** Whether a read may give fewer bytes than there are. */
    static final boolean PARTIAL_READS = !"whole".equals(System.getProperty("braid.net.reads", "any"));

    /** Bound ports, sorted, so that it does not matter which was bound first. */
    private static Port ports;

    private LoopbackNetwork() { }

    private static int number(String key, int otherwise) {
        String text = System.getProperty(key);
        try {
            int value = text == null ? otherwise : Integer.parseInt(text);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        Braid.refuse(key + " is no positive number: " + text);
        return otherwise;
    }

    /** A port that a socket is bound to. */
    static final class Port {
        final InetAddress address;
        final int number;
        /** What takes connections there, or nothing. */
        LoopbackListener listener;
        private Port next;

        private Port(InetAddress address, int number, Port next) {
            this.address = address;
            this.number = number;
            this.next = next;
        }

        private boolean overlaps(InetAddress other) {
            return address.isAnyLocalAddress() || other.isAnyLocalAddress() || address.equals(other);
        }
    }

    /** Whether an address is one of this machine. */
    static boolean isLocal(InetAddress address) {
        return address.isLoopbackAddress() || address.isAnyLocalAddress();
    }

    /** A port of a local address, or any free one for number 0; nothing if it is taken. Part of an action. */
    private static Port take(InetAddress address, int number) {
        int wanted = number == 0 ? FIRST_EPHEMERAL : number;
        Port before = null;
        Port at = ports;
        while (at != null && at.number <= wanted) {
            if (at.number == wanted && at.overlaps(address)) {
                if (number != 0 || wanted == 65535) {
                    return null;
                }
                wanted++;
            }
            before = at;
            at = at.next;
        }
        Port taken = new Port(address, wanted, at);
        if (before == null) {
            ports = taken;
        } else {
            before.next = taken;
        }
        return taken;
    }

    /** Gives a port back. Part of an action. */
    static void release(Port port) {
        Port before = null;
        for (Port at = ports; at != null; before = at, at = at.next) {
            if (at == port) {
                if (before == null) {
                    ports = at.next;
                } else {
                    before.next = at.next;
                }
                return;
            }
        }
    }

    private static LoopbackListener listener(InetAddress address, int number) {
        for (Port at = ports; at != null; at = at.next) {
            if (at.number == number && at.listener != null && at.overlaps(address)) {
                return at.listener;
            }
        }
        return null;
    }

    /** Binds a port. */
    static Port bind(InetAddress address, int number) throws BindException {
        if (!isLocal(address)) {
            throw new BindException("Cannot assign requested address");
        }
        Bind bind = new Bind(address, number);
        Braid.await(bind);
        if (bind.port == null) {
            throw new BindException("Address already in use");
        }
        return bind.port;
    }

    private static final class Bind extends Action {
        private final InetAddress address;
        private final int number;
        private Port port;

        Bind(InetAddress address, int number) {
            this.address = address;
            this.number = number;
        }

        @Override
        protected boolean attempt() {
            port = take(address, number);
            return true;
        }
    }

    /** Lets connections come in at a port. */
    static LoopbackListener listen(Port port, int backlog) {
        LoopbackListener listener = new LoopbackListener(port, backlog < 1 ? 50 : backlog);
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                port.listener = listener;
                return true;
            }
        });
        return listener;
    }

    /**
     * Connects. The connection is there once it waits to be accepted; while too many wait, nothing comes of it.
     *
     * @param end whose end it will be; closing that ends the wait
     * @param millis how long to wait, 0 for ever
     */
    static void connect(LoopbackEnd end, InetAddress address, int number, int millis) throws IOException {
        if (!isLocal(address)) {
            Braid.refuse("a connection to " + address.getHostAddress() + ", which is outside of the checked program");
        }
        Connect connect = new Connect(end, address, number);
        if (!LoopbackEnd.await(connect, millis)) {
            throw new SocketTimeoutException("Connect timed out");
        }
        if (connect.failure != null) {
            throw connect.failure.equals("Socket closed")
                ? new SocketException(connect.failure)
                : new ConnectException(connect.failure);
        }
    }

    private static final class Connect extends Action {
        private final LoopbackEnd end;
        private final InetAddress address;
        private final int number;
        private String failure;

        Connect(LoopbackEnd end, InetAddress address, int number) {
            this.end = end;
            this.address = address;
            this.number = number;
        }

        @Override
        protected boolean attempt() {
            if (end.isClosed()) {
                failure = "Socket closed";
                return true;
            }
            LoopbackListener listener = listener(address, number);
            if (listener == null) {
                failure = "Connection refused";
                return true;
            }
            if (listener.isFull()) {
                return false;
            }
            if (end.port == null) {
                end.port = take(address, 0);
                if (end.port == null) {
                    failure = "Cannot assign requested address";
                    return true;
                }
            }
            listener.add(end.connect(address, number));
            return true;
        }
    }
}
