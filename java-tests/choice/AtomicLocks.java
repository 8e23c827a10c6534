//@ verdict: verified
//@ states: 36
/** Locks taken in opposite order, but nobody comes in between. */
import braid.Braid;

public class AtomicLocks {
    static final Object A = new Object();
    static final Object B = new Object();
    static int n;

    public static void main(String[] args) {
        new Thread(() -> Braid.atomic(() -> {
            synchronized (A) {
                synchronized (B) {
                    n++;
                }
            }
        })).start();
        // On a real JVM this could block the two for ever.
        if (Braid.isChecked()) {
            new Thread(() -> Braid.atomic(() -> {
                synchronized (B) {
                    synchronized (A) {
                        n++;
                    }
                }
            })).start();
        }
    }
}
