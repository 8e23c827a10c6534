//@ verdict: verified
//@ states: 7
//@ flags: --races error
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who reads may begin to read once more although somebody waits to write: that passes nobody. */
public class ReaderReenters {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread reader = new Thread(() -> {
            lock.readLock().lock();
            lock.readLock().lock();
            int seen = value;
            lock.readLock().unlock();
            lock.readLock().unlock();
        });
        reader.start();
        lock.writeLock().lock();
        value++;
        lock.writeLock().unlock();
        reader.join();
        assert value == 1;
    }
}
