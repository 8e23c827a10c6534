//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A cycle through three ReentrantLocks. */
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantInversion3 {
    static void both(ReentrantLock x, ReentrantLock y) {
        x.lock();
        y.lock(); //~ BLOCKED
        y.unlock();
        x.unlock();
    }

    public static void main(String[] args) {
        ReentrantLock a = new ReentrantLock(), b = new ReentrantLock(), c = new ReentrantLock();
        new Thread(() -> both(a, b)).start();
        new Thread(() -> both(b, c)).start();
        new Thread(() -> both(c, a)).start();
    }
}
