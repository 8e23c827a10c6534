//@ verdict: deadlock
//@ revisions: none transactions spurious
//@[none] flags: --reduction none --canon full --spurious
//@[spurious] flags: --spurious
import java.util.concurrent.locks.LockSupport;

/** That a wait may end for no reason is nothing to rely on. */
public class MissedSignalSpurious {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Thread parks = new Thread(() -> LockSupport.park());
        parks.start();
        LockSupport.unpark(parks);
        new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notify();
            }
        }).start();
        synchronized (LOCK) {
            LOCK.wait(); //~ BLOCKED
        }
    }
}
