//@ verdict: verified
//@ outcomes: first second
//@ states: 23
// Which of two objects has been given an identity hash code by the other thread is part of the state, although nobody keeps
// the number.
import braid.Braid;

public class HashGiven {
    static volatile int v, w;
    static Object o, p;

    public static void main(String[] args) throws InterruptedException {
        Thread before = new Thread(() -> { });
        before.start();
        before.join();
        o = new Object();
        p = new Object();
        Thread thread = new Thread(() -> {
            System.identityHashCode(v == 0 ? o : p);
            // Executions in which main has not come so far are left out: all others come by here.
            Braid.assume(w == 1);
        });
        thread.start();
        v = 1;
        w = 1;
        thread.join();
        boolean less = System.identityHashCode(o) < System.identityHashCode(p);
        Outcome.is(less ? "first" : "second", args);
    }
}
