//@ run
/** Scheduled executors: delays, periodic tasks, cancellation, order of due tasks. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ScheduledPool {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor ex = new ScheduledThreadPoolExecutor(1);
        ex.setRemoveOnCancelPolicy(true);
        ScheduledFuture<String> f = ex.schedule(() -> "delayed", 2, TimeUnit.MILLISECONDS);
        System.out.println(f.get() + " " + f.isDone());
        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> rate = ex.scheduleAtFixedRate(() -> {
            ticks.incrementAndGet();
            three.countDown();
        }, 0, 1, TimeUnit.MILLISECONDS);
        three.await();
        System.out.println(rate.cancel(false) + " " + rate.isCancelled() + " " + (ticks.get() >= 3));
        CountDownLatch two = new CountDownLatch(2);
        ScheduledFuture<?> delay = ex.scheduleWithFixedDelay(two::countDown, 1, 1, TimeUnit.MILLISECONDS);
        two.await();
        delay.cancel(true);
        try {
            delay.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
        ScheduledFuture<?> failing = ex.scheduleAtFixedRate(() -> {
            throw new IllegalStateException("stops the series");
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch hold = new CountDownLatch(1);
        ex.execute(() -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        ex.schedule(() -> order.add("second"), 200, TimeUnit.MILLISECONDS);
        ex.schedule(() -> order.add("first"), 0, TimeUnit.MILLISECONDS);
        ex.schedule(() -> order.add("third"), 300, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> far = ex.schedule(() -> order.add("never"), 1, TimeUnit.DAYS);
        System.out.println(far.getDelay(TimeUnit.HOURS) >= 23);
        hold.countDown();
        ex.schedule(() -> order.add("fourth"), 400, TimeUnit.MILLISECONDS).get();
        System.out.println(order);
        System.out.println(ex.shutdownNow().size() + " " + ex.awaitTermination(10, TimeUnit.SECONDS));
    }
}
