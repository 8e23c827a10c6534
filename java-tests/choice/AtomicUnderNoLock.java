//@ verdict: assertion
/** An atomic block takes no lock: it sees what a lock hides from those who take it. */
import braid.Braid;

public class AtomicUnderNoLock {
    static final Object LOCK = new Object();
    static int x;

    public static void main(String[] args) {
        Runnable twice = () -> {
            synchronized (LOCK) {
                x = 1;
                x = 0;
            }
        };
        Thread reader = new Thread(() -> Braid.atomic(() -> {
            assert x == 0; //~ ASSERTION
        }));
        new Thread(twice).start();
        new Thread(twice).start();
        reader.start();
    }
}
