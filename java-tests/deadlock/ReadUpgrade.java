//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** Asking for the write lock while holding the read lock waits for oneself. */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadUpgrade {
    public static void main(String[] args) {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        l.readLock().lock();
        l.writeLock().lock(); //~ BLOCKED
    }
}
