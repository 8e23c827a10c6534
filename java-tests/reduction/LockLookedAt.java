//@ verdict: verified
//@ outcomes: false true
//@ states: 9
// Whether a lock is held can be seen by who does not want it: taking it and giving it back are no movers then.
import java.util.concurrent.locks.ReentrantLock;

public class LockLookedAt {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        thread.start();
        boolean locked = LOCK.isLocked();
        thread.join();
        Outcome.is("" + locked, args);
    }
}
