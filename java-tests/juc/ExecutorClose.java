//@ run
//@ jdk: 25
/** ExecutorService.close waits; Future states; ForkJoinPool close; lazy submit. */
import java.util.*;
import java.util.concurrent.*;

public class ExecutorClose {
    public static void main(String[] args) throws Exception {
        List<Integer> order = new ArrayList<>();
        ExecutorService single = Executors.newSingleThreadExecutor();
        try (single) {
            for (int i = 0; i < 5; i++) {
                int n = i;
                single.execute(() -> order.add(n));
            }
        }
        System.out.println(order + " " + single.isTerminated());
        FutureTask<String> f = new FutureTask<>(() -> "r");
        System.out.println(f.state());
        try {
            f.resultNow();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        f.run();
        System.out.println(f.state() + " " + f.resultNow());
        FutureTask<String> c = new FutureTask<>(() -> "r");
        c.cancel(true);
        System.out.println(c.state());
        try {
            c.exceptionNow();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        CompletableFuture<Integer> cf = CompletableFuture.failedFuture(new java.io.IOException("x"));
        System.out.println(cf.state() + " " + cf.exceptionNow());
        try (ForkJoinPool p = new ForkJoinPool(2)) {
            System.out.println(p.submit(() -> 1 + 1).get());
        }
        Thread t = Thread.ofPlatform().name("timed").start(() -> { });
        System.out.println(t.join(java.time.Duration.ofSeconds(60)) + " " + t.isAlive());
        System.out.println((t.threadId() == t.getId()) + " " + (Thread.currentThread().threadId() > 0));
    }
}
