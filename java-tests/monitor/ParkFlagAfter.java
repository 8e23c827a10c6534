//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The permit is given before the flag: the thread may park again after its last wake-up. */
import java.util.concurrent.locks.LockSupport;

public class ParkFlagAfter {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            while (!flag) {
                LockSupport.park(); //~ BLOCKED
            }
        });
        t.start();
        LockSupport.unpark(t);
        flag = true;
    }
}
