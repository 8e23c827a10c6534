//@ verdict: verified
//@ flags: --races error
//@ states: 10
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** A weak access beside a lock does not make the lock weaker. */
public class OrderedLock {
    static int data;
    static final ReentrantLock LOCK = new ReentrantLock();
    static final AtomicInteger PROGRESS = new AtomicInteger();

    static void work() {
        LOCK.lock();
        try {
            data++;
        } finally {
            LOCK.unlock();
        }
        PROGRESS.setOpaque(1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(OrderedLock::work);
        Thread second = new Thread(OrderedLock::work);
        first.start();
        second.start();
        first.join();
        second.join();
        assert data == 2;
    }
}
