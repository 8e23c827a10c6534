//@ verdict: deadlock
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader waits behind a writer that waits for another reader, who waits for the first. */
public class ReaderBehindWriter {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CountDownLatch read = new CountDownLatch(1);
        lock.readLock().lock();
        new Thread(() -> {
            lock.writeLock().lock();    //~ BLOCKED
            lock.writeLock().unlock();
        }).start();
        new Thread(() -> {
            lock.readLock().lock();     //~ BLOCKED
            read.countDown();
            lock.readLock().unlock();
        }).start();
        read.await();                   //~ BLOCKED
        lock.readLock().unlock();
    }
}
