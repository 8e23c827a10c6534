//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 84
/** Treiber's stack with fresh nodes: nothing is lost or taken twice. */
import java.util.concurrent.atomic.*;

public class TreiberStack {
    static class Node {
        final int v;
        Node next;

        Node(int v) {
            this.v = v;
        }
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();
    static final AtomicInteger POPPED = new AtomicInteger();

    static void push(int v) {
        Node n = new Node(v);
        do {
            n.next = TOP.get();
        } while (!TOP.compareAndSet(n.next, n));
    }

    static int pop() {
        Node t;
        do {
            t = TOP.get();
            if (t == null) {
                return 0;
            }
        } while (!TOP.compareAndSet(t, t.next));
        return t.v;
    }

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int v = 1 + i;
            ts[i] = new Thread(() -> {
                push(v);
                POPPED.addAndGet(pop());
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert POPPED.get() == 3 && TOP.get() == null;
    }
}
