//@ verdict: assertion
/** A thread whose wait is interrupted clears its interrupt before it runs for ever. */
public class InterruptSeenThenLoop {
    static final Object LOCK = new Object();
    static boolean waits;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            synchronized (LOCK) {
                waits = true;
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    while (true) { }
                }
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        synchronized (LOCK) {
            if (!waits) {
                return;
            }
            waiter.interrupt();
        }
        assert waiter.isInterrupted(); //~ ASSERTION
    }
}
