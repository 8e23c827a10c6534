//@ verdict: verified
//@ states: 24
/** A block that has to wait lets the others run and goes on atomically. */
import braid.Braid;

public class AtomicWaits {
    static final Object LOCK = new Object();
    static boolean ready;
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> Braid.atomic(() -> {
            synchronized (LOCK) {
                while (!ready) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
            int before = x;
            x = before + 1;
        }));
        waiter.start();
        synchronized (LOCK) {
            ready = true;
            LOCK.notify();
        }
        Braid.atomic(() -> x++);
        waiter.join();
        assert x == 2 || !Braid.isChecked();
    }
}
