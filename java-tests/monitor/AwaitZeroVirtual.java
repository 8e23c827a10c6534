//@ verdict: assertion
//@ flags: --time virtual
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A wait of no time ends although others can run. */
public class AwaitZeroVirtual {
    static volatile boolean over;

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            try {
                condition.awaitNanos(0);
                over = true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        }).start();
        assert !over; //~ ASSERTION
    }
}
