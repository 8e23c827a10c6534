//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 25 on 17, 31 on 25
/** An interrupt ends a park and leaves the flag set. */
import java.util.concurrent.locks.LockSupport;

public class InterruptUnparks {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            assert Thread.interrupted();
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
