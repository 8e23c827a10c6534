//@ verdict: deadlock
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A fair semaphore lets nobody past who wants less: one permit is there, but the first in the queue wants two. */
public class PermitsInOrder {
    public static void main(String[] args) throws Exception {
        Semaphore permits = new Semaphore(1, true);
        CountDownLatch got = new CountDownLatch(1);
        new Thread(() -> {
            permits.acquireUninterruptibly(2);    //~ BLOCKED
            permits.release(2);
        }).start();
        new Thread(() -> {
            permits.acquireUninterruptibly();     //~ BLOCKED
            got.countDown();
            permits.release();
        }).start();
        got.await();                              //~ BLOCKED
        permits.release();
    }
}
