//@ verdict: verified
//@ states: 5
//@ revisions: monitors locks
//@[monitors] args: monitors
//@[locks] args: locks
import java.util.concurrent.locks.ReentrantLock;

/** Locks that are only ever taken inside another lock: a section that takes them several times is one step. */
public class InnerLocks {
    static final Object OUTER = new Object(), INNER = new Object();
    static final ReentrantLock OUTER_LOCK = new ReentrantLock(), INNER_LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Runnable work = args[0].equals("monitors") ? InnerLocks::monitors : InnerLocks::locks;
        Thread[] threads = {new Thread(work), new Thread(work)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 6;
    }

    static void monitors() {
        synchronized (OUTER) {
            for (int i = 0; i < 3; i++) {
                synchronized (INNER) {
                    count++;
                }
            }
        }
    }

    static void locks() {
        OUTER_LOCK.lock();
        try {
            for (int i = 0; i < 3; i++) {
                INNER_LOCK.lock();
                try {
                    count++;
                } finally {
                    INNER_LOCK.unlock();
                }
            }
        } finally {
            OUTER_LOCK.unlock();
        }
    }
}
