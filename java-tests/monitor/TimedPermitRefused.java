//@ verdict: assertion
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** With a permit left, a thread whose time is limited gives up behind one that wants two. */
public class TimedPermitRefused {
    static volatile boolean refused;

    public static void main(String[] args) {
        Semaphore permits = new Semaphore(1, true);
        new Thread(() -> permits.acquireUninterruptibly(2), "two").start();
        new Thread(() -> {
            try {
                refused = !permits.tryAcquire(0, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "one").start();
        assert !refused; //~ ASSERTION
        System.exit(0);
    }
}
