//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A cycle through three stamped locks: each thread reads under one and wants to write under the next. */
import java.util.concurrent.locks.StampedLock;

public class StampedInversion3 {
    static void both(StampedLock x, StampedLock y) {
        long s = x.readLock();
        long t = y.writeLock(); //~ BLOCKED
        y.unlockWrite(t);
        x.unlockRead(s);
    }

    public static void main(String[] args) {
        StampedLock a = new StampedLock(), b = new StampedLock(), c = new StampedLock();
        new Thread(() -> both(a, b)).start();
        new Thread(() -> both(b, c)).start();
        new Thread(() -> both(c, a)).start();
    }
}
