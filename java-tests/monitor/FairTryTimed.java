//@ verdict: assertion
//@ patient: verified
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** At a fair lock that is free, nobody gets in: one thread is behind another, whose time is up. */
public class FairTryTimed {
    static volatile boolean otherGot;

    static boolean passes(ReentrantLock lock, long millis) {
        try {
            boolean got = lock.tryLock(millis, TimeUnit.MILLISECONDS);
            if (got) {
                lock.unlock();
            }
            return got;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        Thread other = new Thread(() -> otherGot = passes(lock, 10));
        other.start();
        lock.unlock();
        boolean got = passes(lock, 0);
        other.join();
        assert got || otherGot; //~ ASSERTION
    }
}
