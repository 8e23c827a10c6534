//@ verdict: verified
//@ states: 229 on 17, 215 on 25
/** A cache that is filled under the write lock and read under the read lock, which is taken before the former is released. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class CacheDowngrade {
    static int value;
    static volatile boolean valid;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Runnable use = () -> {
            lock.readLock().lock();
            if (!valid) {
                lock.readLock().unlock();
                lock.writeLock().lock();
                try {
                    if (!valid) {
                        value++;
                        valid = true;
                    }
                    lock.readLock().lock();
                } finally {
                    lock.writeLock().unlock();
                }
            }
            try {
                assert value == 1 && lock.getReadHoldCount() == 1 && !lock.isWriteLockedByCurrentThread();
                assert !lock.writeLock().tryLock();
            } finally {
                lock.readLock().unlock();
            }
        };
        Thread thread = new Thread(use);
        thread.start();
        use.run();
        thread.join();
        assert lock.getReadLockCount() == 0;
    }
}
