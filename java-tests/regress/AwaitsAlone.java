//@ verdict: assertion
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The last thread waits for something that has a time limit, and goes on when the time is up. */
public class AwaitsAlone {
    static final CountDownLatch LATCH = new CountDownLatch(1);
    static int ready;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> ready = 1);
        other.start();
        other.join();
        boolean open = LATCH.await(1, TimeUnit.SECONDS);
        assert open || ready == 0; //~ ASSERTION
    }
}
