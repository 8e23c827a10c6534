//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two unparks give one permit: the second park may wait for ever. */
import java.util.concurrent.locks.LockSupport;

public class ParkPermitsDoNotAdd {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            LockSupport.park();
            LockSupport.park(); //~ BLOCKED
        });
        t.start();
        LockSupport.unpark(t);
        LockSupport.unpark(t);
    }
}
