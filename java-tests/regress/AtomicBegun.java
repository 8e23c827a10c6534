//@ verdict: assertion
//@ revisions: early late
//@[early] args: 0
//@[late] args: 1
// Whether a thread is in an atomic block is part of the state when it has to wait there. Which of the two executions comes
// first is up to the search, so both ways are here.
import braid.Braid;

public class AtomicBegun {
    static final Object LOCK = new Object();
    static volatile int v, a, b;

    public static void main(String[] args) throws InterruptedException {
        int when = Integer.parseInt(args[0]);
        // So that whether the class is initialized makes no difference later.
        Braid.isChecked();
        Thread thread = new Thread(() -> {
            if (v == when) {
                Braid.beginAtomic();
            }
            synchronized (LOCK) { }
            a = 1;
            b = 1;
        });
        synchronized (LOCK) {
            thread.start();
            v = 1;
        }
        int second = a;
        int first = b;
        assert first == second || first == 1;   //~ ASSERTION
    }
}
