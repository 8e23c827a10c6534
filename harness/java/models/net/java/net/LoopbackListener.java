package java.net;

import braid.Action;
import braid.Braid;
import java.io.IOException;

/** Takes connections at a port. */
final class LoopbackListener {
    private final LoopbackNetwork.Port port;
    private final int backlog;
    /** Connections that wait to be accepted, the first first. */
    private LoopbackEnd pending;
    private boolean closed;

    LoopbackListener(LoopbackNetwork.Port port, int backlog) {
        this.port = port;
        this.backlog = backlog;
    }

    /** Whether as many connections wait as may: on Linux one more than was asked for. Part of an action. */
    boolean isFull() {
        int waiting = 0;
        for (LoopbackEnd end = pending; end != null; end = end.next) {
            waiting++;
        }
        return waiting > backlog;
    }

    /** Lets a connection wait. Part of an action. */
    void add(LoopbackEnd end) {
        if (pending == null) {
            pending = end;
            return;
        }
        LoopbackEnd last = pending;
        while (last.next != null) {
            last = last.next;
        }
        last.next = end;
    }

    /**
     * The next connection.
     *
     * @param millis how long to wait, 0 for ever
     */
    LoopbackEnd accept(int millis) throws IOException {
        Accept accept = new Accept();
        if (!LoopbackEnd.await(accept, millis)) {
            throw new SocketTimeoutException("Accept timed out");
        }
        if (accept.end == null) {
            throw new SocketException("Socket closed");
        }
        return accept.end;
    }

    private final class Accept extends Action {
        private LoopbackEnd end;

        @Override
        protected boolean attempt() {
            if (closed) {
                return true;
            }
            if (pending == null) {
                return false;
            }
            end = pending;
            pending = end.next;
            end.next = null;
            return true;
        }
    }

    /** Gives up the port. Connections that were not accepted are reset. */
    void close() {
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                if (!closed) {
                    closed = true;
                    port.listener = null;
                    for (LoopbackEnd end = pending; end != null; end = end.next) {
                        end.shut(true);
                    }
                    pending = null;
                    LoopbackNetwork.release(port);
                }
                return true;
            }
        });
    }
}
