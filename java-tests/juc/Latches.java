//@ run
/** CountDownLatch as start gate and finish line; timed waits; counts below zero. */
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Latches {
    public static void main(String[] args) throws Exception {
        CountDownLatch start = new CountDownLatch(1), done = new CountDownLatch(3);
        AtomicInteger n = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                try {
                    start.await();
                    n.incrementAndGet();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    done.countDown();
                }
            }).start();
        }
        System.out.println(n.get() + " " + done.getCount() + " " + done.await(1, TimeUnit.MILLISECONDS));
        start.countDown();
        done.await();
        System.out.println(n.get() + " " + done.getCount() + " " + done.await(0, TimeUnit.SECONDS));
        done.countDown();
        System.out.println(done.getCount());
        new CountDownLatch(0).await();
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new CountDownLatch(5).toString().replaceAll("@[0-9a-f]+", ""));
        Thread.currentThread().interrupt();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            System.out.println("interrupted " + Thread.interrupted());
        }
    }
}
