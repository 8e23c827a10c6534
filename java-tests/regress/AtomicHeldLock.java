//@ verdict: assertion
// A block that has to wait for a lock lets the others run: so s may change inside of it.
public class AtomicHeldLock {
    static volatile int s;
    static final Object L = new Object();

    public static void main(String[] args) {
        new Thread(() -> { synchronized (L) { } }).start();
        new Thread(() -> s = 1).start();
        int[] r = new int[2];
        braid.Braid.atomic(() -> {
            r[0] = s;
            synchronized (L) {
            }
            r[1] = s;
        });
        assert r[0] == r[1]; //~ ASSERTION
    }
}
