//@ verdict: assertion
import java.util.concurrent.locks.ReentrantLock;

/** Taking a lock that nobody else knows is interrupted by who sees what was done before it. */
public class InterruptedAtOwnLock {
    static volatile boolean ahead;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            ReentrantLock lock = new ReentrantLock();
            ahead = true;
            try {
                lock.lockInterruptibly();
            } catch (InterruptedException e) {
                throw new AssertionError(e); //~ ASSERTION
            }
        });
        thread.start();
        if (ahead) {
            thread.interrupt();
        }
    }
}
