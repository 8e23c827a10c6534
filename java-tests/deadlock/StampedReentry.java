//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A stamped lock is not re-entrant. */
import java.util.concurrent.locks.StampedLock;

public class StampedReentry {
    public static void main(String[] args) {
        StampedLock l = new StampedLock();
        l.writeLock();
        l.readLock(); //~ BLOCKED
    }
}
