//@ verdict: verified
//@ outcomes: throws pending
//@ states: 19 on 17, 22 on 25
import java.util.concurrent.locks.ReentrantLock;

/** A thread that is interrupted while it waits for a lock may get the lock before it notices. */
public class InterruptedAtLock {
    static String how;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread thread = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                how = Thread.interrupted() ? "pending" : "locks";
            } catch (InterruptedException e) {
                how = Thread.interrupted() ? "both" : "throws";
            }
        });
        thread.start();
        thread.interrupt();
        lock.unlock();
        thread.join();
        Outcome.is(how, args);
    }
}
