//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A cycle through three read-write locks: each thread reads one and wants to write the next. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteInversion3 {
    static void both(ReentrantReadWriteLock x, ReentrantReadWriteLock y) {
        x.readLock().lock();
        y.writeLock().lock(); //~ BLOCKED
        y.writeLock().unlock();
        x.readLock().unlock();
    }

    public static void main(String[] args) {
        ReentrantReadWriteLock a = new ReentrantReadWriteLock(), b = new ReentrantReadWriteLock();
        ReentrantReadWriteLock c = new ReentrantReadWriteLock();
        new Thread(() -> both(a, b)).start();
        new Thread(() -> both(b, c)).start();
        new Thread(() -> both(c, a)).start();
    }
}
