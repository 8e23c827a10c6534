//@ verdict: verified
//@ revisions: two three
//@[two] args: 2
//@[three] args: 3
//@[two] states: 72
//@[three] states: 878
/** The queue lock of Mellor-Crummey and Scott. args: threads */
import java.util.concurrent.atomic.AtomicReference;

public class McsLock {
    static class Node {
        volatile boolean locked;
        volatile Node next;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();
    static int inside;

    static void lock(Node n) {
        Node pred = TAIL.getAndSet(n);
        if (pred != null) {
            n.locked = true;
            pred.next = n;
            while (n.locked) { }
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
                inside++;
                assert inside == 1;
                inside--;
                unlock(n);
            }).start();
        }
    }
}
