//@ verdict: verified
//@ outcomes: throws0 throws1 pending1 timeout0 timeout1
//@ states: 98 on 17, 103 on 25
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The same with a time limit. */
public class InterruptedAtLatch {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread main = Thread.currentThread();
        new Thread(() -> {
            main.interrupt();
            x = 1;
            latch.countDown();
        }).start();
        String how;
        int seen;
        try {
            boolean open = latch.await(1, TimeUnit.SECONDS);
            seen = x;
            how = !open ? "timeout" : Thread.interrupted() ? "pending" : "open";
        } catch (InterruptedException e) {
            seen = x;
            how = "throws";
        }
        Outcome.is(how + seen, args);
    }
}
