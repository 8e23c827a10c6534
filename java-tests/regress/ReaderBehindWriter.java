//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A reader that comes after a waiting writer waits as well, and who holds the lock for reading waits for that reader. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReaderBehindWriter {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            LOCK.readLock().lock(); //~ BLOCKED
            LOCK.readLock().unlock();
        });
        Thread writer = new Thread(() -> {
            LOCK.writeLock().lock(); //~ BLOCKED
            LOCK.writeLock().unlock();
        });
        LOCK.readLock().lock();
        reader.start();
        writer.start();
        reader.join(); //~ BLOCKED
        LOCK.readLock().unlock();
    }
}
