//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 86
/** The queue of Michael and Scott: first in, first out, nothing lost. */
import java.util.concurrent.atomic.*;

public class MichaelScottQueue {
    static class Node {
        final int v;
        final AtomicReference<Node> next = new AtomicReference<>();

        Node(int v) {
            this.v = v;
        }
    }

    static final AtomicReference<Node> HEAD = new AtomicReference<>(new Node(0)), TAIL = new AtomicReference<>(HEAD.get());

    static void add(int v) {
        Node n = new Node(v);
        while (true) {
            Node t = TAIL.get(), x = t.next.get();
            if (x != null) {
                TAIL.compareAndSet(t, x);
            } else if (t.next.compareAndSet(null, n)) {
                TAIL.compareAndSet(t, n);
                return;
            }
        }
    }

    static int poll() {
        while (true) {
            Node h = HEAD.get(), t = TAIL.get(), x = h.next.get();
            if (x == null) {
                return 0;
            }
            if (h == t) {
                TAIL.compareAndSet(t, x);
            } else if (HEAD.compareAndSet(h, x)) {
                return x.v;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger sum = new AtomicInteger();
        Thread t = new Thread(() -> {
            add(1);
            add(2);
        });
        Thread u = new Thread(() -> {
            int a = poll(), b = poll();
            assert a != 2 && (b != 1 || a == 0);
            sum.addAndGet(a + b);
        });
        t.start();
        u.start();
        t.join();
        u.join();
        sum.addAndGet(poll() + poll());
        assert sum.get() == 3;
    }
}
