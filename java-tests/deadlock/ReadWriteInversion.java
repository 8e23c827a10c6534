//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A write lock and a read lock of two read-write locks in opposite orders. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteInversion {
    static final ReentrantReadWriteLock A = new ReentrantReadWriteLock(), B = new ReentrantReadWriteLock();

    public static void main(String[] args) {
        new Thread(() -> {
            A.readLock().lock();
            B.writeLock().lock(); //~ BLOCKED
            B.writeLock().unlock();
            A.readLock().unlock();
        }).start();
        new Thread(() -> {
            B.readLock().lock();
            A.writeLock().lock(); //~ BLOCKED
            A.writeLock().unlock();
            B.readLock().unlock();
        }).start();
    }
}
