//@ verdict: verified
//@ states: 6
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
