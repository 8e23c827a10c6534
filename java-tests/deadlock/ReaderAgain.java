//@ verdict: verified
//@ states: 9 on 17, 7 on 25
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who reads already gets the lock again, though a writer waits. */
public class ReaderAgain {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        lock.readLock().lock();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        });
        writer.start();
        lock.readLock().lock();
        lock.readLock().unlock();
        lock.readLock().unlock();
        writer.join();
    }
}
