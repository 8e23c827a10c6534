//@ verdict: verified
//@ states: 97
//@ flags: --races error
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who reads may begin to read once more although somebody waits to write: that passes nobody. */
public class ReaderReenters {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            value++;
            lock.writeLock().unlock();
        });
        Thread reader = new Thread(() -> {
            lock.readLock().lock();
            lock.readLock().lock();
            int seen = value;
            lock.readLock().unlock();
            lock.readLock().unlock();
        });
        writer.start();
        reader.start();
        lock.readLock().lock();
        int seen = value;
        lock.readLock().unlock();
        writer.join();
        reader.join();
        assert value == 1;
    }
}
