//@ verdict: livelock
//@ args: 2
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** MCS that links itself in before it sets its flag: the predecessor's release may be overwritten. args: threads */
import java.util.concurrent.atomic.AtomicReference;

public class McsLateFlag {
    static class Node {
        volatile boolean locked;
        volatile Node next;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();

    static void lock(Node n) {
        Node pred = TAIL.getAndSet(n);
        if (pred != null) {
            pred.next = n;
            n.locked = true;
            while (n.locked) { } //~ LIVELOCK
        }
    }

    static void unlock(Node n) {
        if (n.next == null) {
            if (TAIL.compareAndSet(n, null)) {
                return;
            }
            while (n.next == null) { }
        }
        n.next.locked = false;
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
