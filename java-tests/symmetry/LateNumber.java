//@ verdict: verified
//@ states: 8
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Read locks count by the number of the thread, which the class library takes by an offset. */
public class LateNumber {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int a, b;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread() {
                public void run() {
                    LOCK.readLock().lock();
                    assert a == b;
                    LOCK.readLock().unlock();
                }
            }.start();
        }
        LOCK.writeLock().lock();
        a++;
        b++;
        LOCK.writeLock().unlock();
    }
}
