//@ verdict: deadlock
//@ patient: verified
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Who gives up because no time is left, without looking whether it was signalled, swallows the signal. */
public class RestOfTimeUp {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CHANGED = LOCK.newCondition();
    static boolean waits;

    static void signal() {
        LOCK.lock();
        CHANGED.signal();
        LOCK.unlock();
    }

    static void waitHastily() {
        LOCK.lock();
        try {
            waits = true;
            if (CHANGED.awaitNanos(1_000) > 0) {
                CHANGED.signal();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(RestOfTimeUp::waitHastily, "hasty").start();
        LOCK.lock();
        if (waits) {
            new Thread(RestOfTimeUp::signal, "signals").start();
            CHANGED.await(); //~ BLOCKED
        }
        LOCK.unlock();
    }
}
