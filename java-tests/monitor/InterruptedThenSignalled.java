//@ verdict: verified
//@ outcomes: throws pending
//@ states: 30
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What goes for monitors goes for conditions. */
public class InterruptedThenSignalled {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread waiter = Thread.currentThread();
        String how;
        lock.lock();
        new Thread(() -> {
            lock.lock();
            waiter.interrupt();
            condition.signal();
            lock.unlock();
        }).start();
        try {
            condition.await();
            how = Thread.interrupted() ? "pending" : "returns";
        } catch (InterruptedException e) {
            how = Thread.interrupted() ? "both" : "throws";
        } finally {
            lock.unlock();
        }
        Outcome.is(how, args);
    }
}
