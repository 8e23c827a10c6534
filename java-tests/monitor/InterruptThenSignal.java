//@ verdict: verified
//@ outcomes: thrown returned
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The same with a condition: who is interrupted and then signalled may throw, or return and stay interrupted. */
public class InterruptThenSignal {
    static boolean waiting;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        String[] end = new String[1];
        Thread waiter = new Thread(() -> {
            lock.lock();
            try {
                waiting = true;
                condition.await();
                assert Thread.currentThread().isInterrupted();
                end[0] = "returned";
            } catch (InterruptedException e) {
                assert !Thread.currentThread().isInterrupted();
                end[0] = "thrown";
            } finally {
                lock.unlock();
            }
        });
        waiter.start();
        lock.lock();
        try {
            waiter.interrupt();
            if (waiting) {
                condition.signal();
            }
        } finally {
            lock.unlock();
        }
        waiter.join();
        Outcome.is(end[0], args);
    }
}
