//@ verdict: verified
//@ states: 40
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** What a thread is parked for tells that it waits. */
public class BlockerSeen {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        while (LockSupport.getBlocker(waiter) == null) {
            Thread.yield();
        }
        latch.countDown();
        waiter.join();
    }
}
