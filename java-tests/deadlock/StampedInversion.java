//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** Two stamped locks in opposite orders. */
import java.util.concurrent.locks.StampedLock;

public class StampedInversion {
    static final StampedLock A = new StampedLock(), B = new StampedLock();

    static void both(StampedLock x, StampedLock y) {
        long s = x.writeLock();
        long t = y.writeLock(); //~ BLOCKED
        y.unlockWrite(t);
        x.unlockWrite(s);
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}
