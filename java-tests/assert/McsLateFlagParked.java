//@ verdict: deadlock
//@ args: 2
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The same mistake in an MCS lock that waits on the node's monitor instead of spinning. args: threads */
import java.util.concurrent.atomic.AtomicReference;

public class McsLateFlagParked {
    static class Node {
        boolean locked;
        Node next;

        synchronized void setLocked(boolean b) {
            locked = b;
            notifyAll();
        }

        synchronized void awaitUnlocked() throws InterruptedException {
            while (locked) {
                wait(); //~ BLOCKED
            }
        }

        synchronized void setNext(Node n) {
            next = n;
            notifyAll();
        }

        synchronized Node awaitNext() throws InterruptedException {
            while (next == null) {
                wait();
            }
            return next;
        }
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();

    static void lock(Node n) throws InterruptedException {
        Node pred = TAIL.getAndSet(n);
        if (pred != null) {
            pred.setNext(n);
            n.setLocked(true);
            n.awaitUnlocked();
        }
    }

    static void unlock(Node n) throws InterruptedException {
        if (!TAIL.compareAndSet(n, null)) {
            n.awaitNext().setLocked(false);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            new Thread(() -> {
                try {
                    Node n = new Node();
                    lock(n);
                    unlock(n);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
    }
}
