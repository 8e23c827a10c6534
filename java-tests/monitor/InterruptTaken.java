//@ verdict: verified
//@ flags: --races off
//@ states: 40 on 17, 50 on 25
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An interrupt that was asked for and cleared does not end the waits that follow. */
public class InterruptTaken {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CONDITION = LOCK.newCondition();

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            try {
                synchronized (CONDITION) {
                    CONDITION.wait(1);
                }
                LOCK.lock();
                CONDITION.awaitNanos(1);
                LOCK.unlock();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        waiter.interrupt();
    }
}
