//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** Two ReentrantLocks in opposite orders. */
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantInversion {
    static final ReentrantLock A = new ReentrantLock(), B = new ReentrantLock();

    static void both(ReentrantLock x, ReentrantLock y) {
        x.lock();
        try {
            y.lock(); //~ BLOCKED
            y.unlock();
        } finally {
            x.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}
