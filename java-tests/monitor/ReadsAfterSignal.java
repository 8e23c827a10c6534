//@ verdict: verified
//@ states: 6
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who holds the write lock takes the read lock past nobody, not even past a thread that it has signalled. */
public class ReadsAfterSignal {
    static boolean ready;
    static boolean seen;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Condition changed = lock.writeLock().newCondition();
        Thread thread = new Thread(() -> {
            lock.writeLock().lock();
            while (!ready) {
                changed.awaitUninterruptibly();
            }
            seen = true;
            lock.writeLock().unlock();
        });
        thread.start();
        lock.writeLock().lock();
        ready = true;
        changed.signal();
        lock.readLock().lock();
        lock.readLock().unlock();
        lock.writeLock().unlock();
        thread.join();
        assert seen;
    }
}
