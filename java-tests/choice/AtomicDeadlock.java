//@ verdict: deadlock
/** A block that waits for what nobody gives. */
import braid.Braid;

public class AtomicDeadlock {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        new Thread(() -> Braid.atomic(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait(); //~ BLOCKED
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        })).start();
    }
}
