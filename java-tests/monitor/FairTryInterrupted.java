//@ verdict: assertion
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** At a fair lock that is free, nobody gets in: one thread is behind another, which is interrupted. */
public class FairTryInterrupted {
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        Thread other = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                lock.unlock();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        other.start();
        lock.unlock();
        other.interrupt();
        boolean got = lock.tryLock(0, TimeUnit.SECONDS);
        if (got) {
            lock.unlock();
        }
        other.join();
        assert got || !interrupted; //~ ASSERTION
    }
}
