//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none
//@[bytecode] flags: --juc bytecode
/** Two threads write under a lock for readers, which both may hold. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockWriters {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int counter;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                LOCK.readLock().lock();
                counter = 1; //~ RACE
                LOCK.readLock().unlock();
            }).start();
        }
    }
}
