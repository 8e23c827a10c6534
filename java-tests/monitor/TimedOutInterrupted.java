//@ verdict: assertion
//@ patient: verified
/** A wait whose time is up and that is interrupted before it has the monitor again ends by the interrupt, although the notification came before. */
public class TimedOutInterrupted {
    static final Object LOCK = new Object();
    static boolean waits, notified;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            synchronized (LOCK) {
                waits = true;
                try {
                    LOCK.wait(1);
                } catch (InterruptedException e) {
                    assert !notified; //~ ASSERTION
                }
            }
        });
        thread.start();
        synchronized (LOCK) {
            if (waits) {
                LOCK.notify();
                notified = true;
                thread.interrupt();
            }
        }
    }
}
