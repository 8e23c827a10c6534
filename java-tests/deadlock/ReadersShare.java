//@ verdict: verified
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 9
/** Read locks in opposite orders are shared and do not block. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersShare {
    static final ReentrantReadWriteLock A = new ReentrantReadWriteLock(), B = new ReentrantReadWriteLock();

    static void both(ReentrantReadWriteLock x, ReentrantReadWriteLock y) {
        x.readLock().lock();
        y.readLock().lock();
        y.readLock().unlock();
        x.readLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}
