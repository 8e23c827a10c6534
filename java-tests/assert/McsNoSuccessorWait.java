//@ verdict: uncaught java.lang.NullPointerException
//@ args: 2
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** MCS without the wait for the successor's link. args: threads */
import java.util.concurrent.atomic.AtomicReference;

public class McsNoSuccessorWait {
    static class Node {
        volatile boolean locked;
        volatile Node next;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();

    static void lock(Node n) {
        Node pred = TAIL.getAndSet(n);
        if (pred != null) {
            n.locked = true;
            pred.next = n;
            while (n.locked) { }
        }
    }

    static void unlock(Node n) {
        if (n.next == null && TAIL.compareAndSet(n, null)) {
            return;
        }
        n.next.locked = false; //~ UNCAUGHT
    }

    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            new Thread(() -> {
                Node n = new Node();
                lock(n);
                unlock(n);
            }).start();
        }
    }
}
