//@ verdict: verified
//@ states: 114 on 17, 124 on 25
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A signal is not lost on a waiter that leaves because it was interrupted: it is for the next one. */
public class InterruptedBeforeSignal {
    static int throwing;
    static int waiting;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Runnable waits = () -> {
            lock.lock();
            try {
                waiting++;
                condition.await();
                condition.signal();
            } catch (InterruptedException e) {
                throwing++;
            } finally {
                lock.unlock();
            }
        };
        Thread first = new Thread(waits);
        Thread second = new Thread(waits);
        first.start();
        second.start();
        lock.lock();
        boolean both = waiting == 2;
        if (both) {
            first.interrupt();
            condition.signal();
        }
        lock.unlock();
        if (!both) {
            first.interrupt();
            second.interrupt();
        }
        first.join();
        second.join();
        assert !both || throwing <= 1;
    }
}
