//@ verdict: assertion
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Who looks at its interrupt, is interrupted then and finds no permit gives up at once if it has no time to wait. */
public class RefusedInterrupted {
    static volatile boolean refused;

    public static void main(String[] args) throws Exception {
        Semaphore permits = new Semaphore(1);
        Thread thread = new Thread(() -> {
            try {
                if (permits.tryAcquire(0, TimeUnit.SECONDS)) {
                    permits.release();
                } else {
                    refused = true;
                }
            } catch (InterruptedException e) {
                // It was seen in time.
            }
        });
        thread.start();
        thread.interrupt();
        permits.acquireUninterruptibly();
        thread.join();
        assert !refused; //~ ASSERTION
    }
}
