//@ verdict: verified
//@ revisions: late hasty
//@[late] args: late
//@[hasty] args: hasty
//@ states: 2
/** The mistakes of McsLateFlag and McsNoSuccessorWait do no harm to one thread: two are the fewest that show them. */
import java.util.concurrent.atomic.AtomicReference;

public class McsMistakesAlone {
    static class Node {
        volatile boolean locked;
        volatile Node next;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();

    static void lock(Node n, boolean late) {
        Node pred = TAIL.getAndSet(n);
        if (pred != null) {
            if (!late) {
                n.locked = true;
            }
            pred.next = n;
            if (late) {
                n.locked = true;
            }
            while (n.locked) { }
        }
    }

    static void unlock(Node n, boolean hasty) {
        if (n.next == null && TAIL.compareAndSet(n, null)) {
            return;
        }
        while (n.next == null && !hasty) { }
        n.next.locked = false;
    }

    public static void main(String[] args) {
        boolean late = args[0].equals("late"), hasty = args[0].equals("hasty");
        new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                Node n = new Node();
                lock(n, late);
                unlock(n, hasty);
            }
        }).start();
    }
}
