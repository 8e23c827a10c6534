//@ verdict: deadlock
import java.util.concurrent.locks.ReentrantLock;

/** One thread takes the inner lock before the outer one, after another has taken it inside a few times. */
public class InnerLockAloneQueued {
    static final ReentrantLock OUTER = new ReentrantLock(), INNER = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        inside(null);
        Thread thread = new Thread(InnerLockAloneQueued::alone);
        inside(thread);
        thread.join();
    }

    static void inside(Thread thread) {
        OUTER.lock();
        if (thread != null) {
            thread.start();
        }
        INNER.lock(); //~ BLOCKED
        INNER.unlock();
        OUTER.unlock();
    }

    static void alone() {
        INNER.lock();
        OUTER.lock(); //~ BLOCKED
        OUTER.unlock();
        INNER.unlock();
    }
}
