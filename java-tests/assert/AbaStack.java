//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Treiber's stack with reused nodes: the ABA problem brings a removed node back. */
import java.util.concurrent.atomic.AtomicReference;

public class AbaStack {
    static class Node {
        volatile Node next;
        volatile boolean free;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(Node n) {
        do {
            n.next = TOP.get();
        } while (!TOP.compareAndSet(n.next, n));
    }

    static Node pop() {
        Node t, next;
        do {
            t = TOP.get();
            if (t == null) {
                return null;
            }
            next = t.next;
        } while (!TOP.compareAndSet(t, next));
        return t;
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node(), b = new Node();
        push(b);
        push(a);
        Thread victim = new Thread(AbaStack::pop);
        Thread other = new Thread(() -> {
            Node x = pop(), y = pop();
            if (x != null && y != null) {
                y.free = true;
                push(x);
            }
        });
        victim.start();
        other.start();
        victim.join();
        other.join();
        for (Node n = TOP.get(); n != null; n = n.next) {
            assert !n.free; //~ ASSERTION
        }
    }
}
