//@ verdict: assertion
//@ patient: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Waiting for a latch with a time-out: the time may be up first. */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class TimedLatch {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        boolean open = latch.await(1, TimeUnit.SECONDS);
        assert open; //~ ASSERTION
    }
}
