//@ run
/** Treiber stack, Michael-Scott queue and a spin lock written with atomics. */
import java.util.*;
import java.util.concurrent.atomic.*;

public class LockFreeStructures {
    static class Stack<T> {
        record Node<T>(T v, Node<T> next) { }

        final AtomicReference<Node<T>> top = new AtomicReference<>();

        void push(T v) {
            Node<T> t;
            do {
                t = top.get();
            } while (!top.compareAndSet(t, new Node<>(v, t)));
        }

        T pop() {
            Node<T> t;
            do {
                t = top.get();
                if (t == null) {
                    return null;
                }
            } while (!top.compareAndSet(t, t.next));
            return t.v;
        }
    }

    static class Queue<T> {
        static class Node<T> {
            final T v;
            final AtomicReference<Node<T>> next = new AtomicReference<>();

            Node(T v) {
                this.v = v;
            }
        }

        final AtomicReference<Node<T>> head, tail;

        Queue() {
            Node<T> d = new Node<>(null);
            head = new AtomicReference<>(d);
            tail = new AtomicReference<>(d);
        }

        void add(T v) {
            Node<T> n = new Node<>(v);
            while (true) {
                Node<T> t = tail.get(), x = t.next.get();
                if (x != null) {
                    tail.compareAndSet(t, x);
                } else if (t.next.compareAndSet(null, n)) {
                    tail.compareAndSet(t, n);
                    return;
                }
            }
        }

        T poll() {
            while (true) {
                Node<T> h = head.get(), t = tail.get(), x = h.next.get();
                if (x == null) {
                    return null;
                }
                if (h == t) {
                    tail.compareAndSet(t, x);
                } else if (head.compareAndSet(h, x)) {
                    return x.v;
                }
            }
        }
    }

    static final AtomicBoolean SPIN = new AtomicBoolean();
    static int guarded;

    public static void main(String[] args) throws Exception {
        Stack<Integer> s = new Stack<>();
        Queue<Integer> q = new Queue<>();
        AtomicIntegerArray seen = new AtomicIntegerArray(200);
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    s.push(id * 50 + j);
                    q.add(id * 50 + j);
                    if (j % 2 == 1) {
                        Integer a = s.pop(), b = q.poll();
                        if (a != null) {
                            seen.incrementAndGet(a);
                        }
                        if (b != null) {
                            seen.incrementAndGet(b);
                        }
                    }
                    while (!SPIN.compareAndSet(false, true)) {
                        Thread.onSpinWait();
                    }
                    guarded++;
                    SPIN.set(false);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        for (Integer x; (x = s.pop()) != null; ) {
            seen.incrementAndGet(x);
        }
        for (Integer x; (x = q.poll()) != null; ) {
            seen.incrementAndGet(x);
        }
        boolean twice = true;
        for (int i = 0; i < 200; i++) {
            twice &= seen.get(i) == 2;
        }
        System.out.println(twice + " " + guarded);
    }
}
