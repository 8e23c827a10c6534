//@ verdict: deadlock

/** One thread takes the inner monitor before the outer one, after another has taken it inside a few times. */
public class InnerLockAlone {
    static final Object OUTER = new Object(), INNER = new Object();

    public static void main(String[] args) throws InterruptedException {
        inside(null);
        Thread thread = new Thread(InnerLockAlone::alone);
        inside(thread);
        thread.join();
    }

    static void inside(Thread thread) {
        synchronized (OUTER) {
            if (thread != null) {
                thread.start();
            }
            synchronized (INNER) { //~ BLOCKED
            }
        }
    }

    static void alone() {
        synchronized (INNER) {
            synchronized (OUTER) { //~ BLOCKED
            }
        }
    }
}
