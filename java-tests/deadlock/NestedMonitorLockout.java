//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** wait gives up only its own monitor: the notifier never gets past the outer one. */
public class NestedMonitorLockout {
    static final Object OUTER = new Object(), INNER = new Object();
    static boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (OUTER) {
                synchronized (INNER) {
                    while (!ready) {
                        try {
                            INNER.wait(); //~ BLOCKED
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }
            }
        }).start();
        synchronized (OUTER) { //~ BLOCKED
            synchronized (INNER) {
                ready = true;
                INNER.notifyAll();
            }
        }
    }
}
