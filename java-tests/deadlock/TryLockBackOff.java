//@ verdict: verified
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 45
/** tryLock with giving up instead of waiting: opposite orders do no harm. */
import java.util.concurrent.locks.ReentrantLock;

public class TryLockBackOff {
    static final ReentrantLock A = new ReentrantLock(), B = new ReentrantLock();

    static void both(ReentrantLock x, ReentrantLock y) {
        x.lock();
        try {
            if (y.tryLock()) {
                y.unlock();
            }
        } finally {
            x.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}
