//@ verdict: verified
//@ flags: --time virtual
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 5
/** The same when time passes only while nobody can run: the latch is always open in time. */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class TimedLatchVirtual {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        boolean open = latch.await(1, TimeUnit.SECONDS);
        assert open;
    }
}
