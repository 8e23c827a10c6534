package java.net;

import braid.Action;
import braid.Braid;
import java.io.IOException;

/**
 * One end of a connection, with the bytes that have come in and were not read yet.
 *
 * <p>As with a JDK on Linux: closing an end lets the other one read what is on the way, and then the end; the first write to an end
 * that was closed is lost without a sign, those after it fail, and all do if the end was closed with bytes that were not read.
 */
final class LoopbackEnd {
    private static final byte[] NOTHING = {};

    /** The next connection that waits to be accepted. */
    LoopbackEnd next;
    /** The port that this end has taken, if it has taken one. */
    LoopbackNetwork.Port port;
    /** Where it is: the address and port of the server's end are those of its listener. */
    InetAddress localAddress;
    int localNumber;

    private LoopbackEnd peer;
    /** Exactly the bytes that are there, so that equal situations are equal states. */
    private byte[] incoming = NOTHING;
    /** Nothing comes after that. */
    private boolean ended;
    private boolean closed;
    private boolean inputShut;
    private boolean outputShut;
    /** The other end has gone without a word. */
    private boolean reset;
    /** Why nothing can be written any more. */
    private String broken;
    /** The write that has put a part of its bytes on the way; others have to wait. */
    private Write writing;

    /** An end without a connection. */
    LoopbackEnd() { }

    /** Takes an action, waiting so many milliseconds or, with 0, for ever. Interrupts do not end waits for sockets. */
    static boolean await(Action action, int millis) {
        if (millis == 0) {
            Braid.await(action);
            return true;
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return Braid.await(action, millis * 1_000_000L);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    boolean isClosed() {
        return closed;
    }

    InetAddress peerAddress() {
        return peer.localAddress;
    }

    int peerNumber() {
        return peer.localNumber;
    }

    /** Makes the other end, at an address and port. Part of an action. */
    LoopbackEnd connect(InetAddress address, int number) {
        LoopbackEnd other = new LoopbackEnd();
        other.localAddress = address;
        other.localNumber = number;
        other.peer = this;
        peer = other;
        localAddress = address;
        localNumber = port.number;
        return other;
    }

    /** Ends this end. Part of an action. */
    void shut(boolean abruptly) {
        if (closed) {
            return;
        }
        closed = true;
        if (peer != null && !peer.closed) {
            if (abruptly) {
                peer.reset = true;
                peer.broken = "Connection reset";
            } else {
                peer.ended = true;
                if (incoming.length > 0) {
                    peer.broken = "Broken pipe";
                }
            }
        }
        incoming = NOTHING;
        if (port != null) {
            LoopbackNetwork.release(port);
        }
    }

    void close(boolean abruptly) {
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                shut(abruptly);
                return true;
            }
        });
    }

    void shutdownInput() {
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                inputShut = true;
                incoming = NOTHING;
                return true;
            }
        });
    }

    void shutdownOutput() {
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                if (!outputShut) {
                    outputShut = true;
                    peer.ended = true;
                }
                return true;
            }
        });
    }

    int available() throws IOException {
        int[] count = new int[1];
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                count[0] = closed ? -1 : incoming.length;
                return true;
            }
        });
        if (count[0] < 0) {
            throw new SocketException("Socket closed");
        }
        return count[0];
    }

    /** Bytes that have come in, at least one and at most {@code most}; nothing at the end. */
    byte[] read(int most, int millis) throws IOException {
        Read read = new Read(most);
        if (!await(read, millis)) {
            throw new SocketTimeoutException("Read timed out");
        }
        if (read.failure != null) {
            throw new SocketException(read.failure);
        }
        return read.bytes;
    }

    private final class Read extends Action {
        private final int most;
        private byte[] bytes;
        private String failure;

        Read(int most) {
            this.most = most;
        }

        @Override
        protected boolean attempt() {
            if (closed) {
                failure = "Socket closed";
                return true;
            }
            if (inputShut) {
                return true;
            }
            if (incoming.length == 0) {
                if (reset && !ended) {
                    failure = "Connection reset";
                }
                return ended || reset;
            }
            int count = Math.min(most, incoming.length);
            if (LoopbackNetwork.PARTIAL_READS && count > 1) {
                count -= Braid.choose(count);
            }
            bytes = part(incoming, 0, count);
            incoming = count == incoming.length ? NOTHING : part(incoming, count, incoming.length - count);
            return true;
        }
    }

    /** Sends bytes, and waits while the connection holds as many as it can. */
    void write(byte[] bytes) throws IOException {
        Write write = new Write(bytes);
        while (write.done < bytes.length) {
            Braid.await(write);
            if (write.failure != null) {
                throw new SocketException(write.failure);
            }
        }
    }

    private final class Write extends Action {
        private final byte[] bytes;
        private int done;
        private String failure;

        Write(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected boolean attempt() {
            if (closed) {
                failure = "Socket closed";
            } else if (broken != null || outputShut) {
                failure = outputShut ? "Broken pipe" : broken;
            } else if (writing != null && writing != this) {
                return false;
            } else if (peer.closed) {
                broken = "Broken pipe";
                done = bytes.length;
            } else if (peer.inputShut) {
                done = bytes.length;
            } else {
                int room = LoopbackNetwork.CAPACITY - peer.incoming.length;
                if (room <= 0) {
                    return false;
                }
                int count = Math.min(room, bytes.length - done);
                byte[] more = new byte[peer.incoming.length + count];
                System.arraycopy(peer.incoming, 0, more, 0, peer.incoming.length);
                System.arraycopy(bytes, done, more, peer.incoming.length, count);
                peer.incoming = more;
                done += count;
            }
            writing = failure == null && done < bytes.length ? this : null;
            return true;
        }
    }

    private static byte[] part(byte[] bytes, int from, int count) {
        byte[] part = new byte[count];
        System.arraycopy(bytes, from, part, 0, count);
        return part;
    }
}
