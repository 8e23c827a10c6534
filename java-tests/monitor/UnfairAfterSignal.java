//@ verdict: assertion
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** At a lock that is not fair, a thread may get in before one that was signalled. */
public class UnfairAfterSignal {
    static boolean waits;
    static boolean woken;

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread waiter = new Thread(() -> {
            lock.lock();
            waits = true;
            condition.awaitUninterruptibly();
            woken = true;
            lock.unlock();
        });
        waiter.setDaemon(true);
        waiter.start();
        lock.lock();
        boolean signalled = waits;
        condition.signal();
        lock.unlock();
        lock.lock();
        assert woken || !signalled; //~ ASSERTION
        lock.unlock();
    }
}
