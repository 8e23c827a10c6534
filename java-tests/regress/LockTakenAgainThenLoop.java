//@ verdict: deadlock
/** A thread that takes its lock again after a wait, and then runs for ever, holds the lock. */
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LockTakenAgainThenLoop {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CONDITION = LOCK.newCondition();
    static boolean waits;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            LOCK.lock();
            waits = true;
            CONDITION.awaitUninterruptibly();
            while (true) { }
        });
        waiter.setDaemon(true);
        waiter.start();
        boolean done = false;
        while (!done) {
            LOCK.lock();
            if (waits) {
                CONDITION.signal();
                done = true;
            }
            LOCK.unlock();
        }
        LOCK.lock(); //~ BLOCKED
    }
}
