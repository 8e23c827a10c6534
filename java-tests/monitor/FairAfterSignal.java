//@ verdict: verified
//@ states: 16712 on 17, 19241 on 25
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** At a fair lock, a thread that was signalled is in the queue, before one that comes later. */
public class FairAfterSignal {
    static volatile boolean waits;
    static boolean woken;

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock(true);
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
        if (waits && !lock.isLocked()) {
            lock.lock();
            condition.signal();
            lock.unlock();
            lock.lock();
            assert woken;
        }
    }
}
