//@ verdict: verified
//@ states: 73 on 17, 79 on 25
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition is an object like any other: a notification reaches who waits in its monitor, not who awaits a signal. */
public class NotifyOnCondition {
    static volatile boolean waits;

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread awaits = new Thread(() -> {
            lock.lock();
            condition.awaitUninterruptibly();
            throw new AssertionError("signalled");
        });
        awaits.setDaemon(true);
        awaits.start();
        Thread waiter = new Thread(() -> {
            synchronized (condition) {
                try {
                    waits = true;
                    condition.wait();
                } catch (InterruptedException e) {
                    // Not notified.
                }
            }
        });
        waiter.start();
        boolean notified = false;
        synchronized (condition) {
            if (waits) {
                condition.notify();
                notified = true;
            }
        }
        if (!notified) {
            waiter.interrupt();
        }
    }
}
