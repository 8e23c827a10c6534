//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A monitor and a ReentrantLock in opposite orders. */
import java.util.concurrent.locks.ReentrantLock;

public class MixedLocks {
    static final Object M = new Object();
    static final ReentrantLock L = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (M) {
                L.lock(); //~ BLOCKED
                L.unlock();
            }
        }).start();
        new Thread(() -> {
            L.lock();
            synchronized (M) { //~ BLOCKED
            }
            L.unlock();
        }).start();
    }
}
