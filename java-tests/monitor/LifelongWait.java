//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 3
/** A time-out of centuries is how programs say that they want none. */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LifelongWait {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        boolean open = latch.await(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        assert open;
    }
}
