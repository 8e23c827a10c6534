//@ verdict: assertion
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The first interrupt ends the wait for a condition; a second one, before the lock is free, stays pending. */
public class InterruptedTwice {
    static volatile boolean pending;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread waiter = new Thread(() -> {
            lock.lock();
            try {
                condition.await();
            } catch (InterruptedException e) {
                pending = Thread.currentThread().isInterrupted();
            } finally {
                lock.unlock();
            }
        });
        waiter.start();
        lock.lock();
        waiter.interrupt();
        waiter.interrupt();
        lock.unlock();
        waiter.join();
        assert !pending; //~ ASSERTION
    }
}
