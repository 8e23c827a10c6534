//@ verdict: assertion
/** Two threads count under the read lock, which they may hold together: it protects no write. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockWrites {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static volatile int count;

    static void add() {
        LOCK.readLock().lock();
        count++;
        LOCK.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(ReadLockWrites::add);
        thread.start();
        add();
        thread.join();
        assert count == 2; //~ ASSERTION
    }
}
