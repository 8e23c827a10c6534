//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 13
/** An unpark before the park is remembered. */
import java.util.concurrent.locks.LockSupport;

public class ParkPermit {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            while (!flag) {
                LockSupport.park();
            }
        });
        t.start();
        flag = true;
        LockSupport.unpark(t);
        t.join();
    }
}
