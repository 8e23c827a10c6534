//@ verdict: deadlock
/** A daemon that does nothing but yield helps nobody who waits. */
public class DaemonYields {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Thread daemon = new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        synchronized (LOCK) {
            LOCK.wait(); //~ BLOCKED
        }
    }
}
