//@ verdict: livelock
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader waits behind a writer that waits for another reader, who looks again and again for the first. */
public class ReaderPolled {
    static volatile boolean read;
    static volatile boolean given;

    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        new Thread(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        }).start();
        new Thread(() -> {
            lock.readLock().lock();
            read = true;
            given = true;
            lock.readLock().unlock();
        }).start();
        while (!read) {            //~ LIVELOCK
            if (given) {           //~ LIVELOCK
                break;
            }
        }
        lock.readLock().unlock();
    }
}
