//@ verdict: verified
//@ states: 8
/** Two numbers that are written under the write lock and read under the read lock: no access is a step. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockProtects {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static volatile int one, two;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                LOCK.readLock().lock();
                int first = one, second = two;
                LOCK.readLock().unlock();
                assert first == second;
            }).start();
        }
        LOCK.writeLock().lock();
        one++;
        two++;
        LOCK.writeLock().unlock();
    }
}
