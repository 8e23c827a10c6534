//@ verdict: deadlock
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

// The last thread stands before an acquisition, gives it up, as it has no time to wait, and is blocked at the next one: the same
// kind of place, but another one.
public class GivesUpThenBlocks {
    public static void main(String[] args) throws InterruptedException {
        Semaphore permit = new Semaphore(1);
        Thread taker = new Thread(permit::acquireUninterruptibly);
        taker.start();
        taker.join();
        permit.tryAcquire(0, TimeUnit.SECONDS);
        permit.acquireUninterruptibly(); //~ BLOCKED
    }
}
