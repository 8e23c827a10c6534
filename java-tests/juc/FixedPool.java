//@ run
/** Fixed thread pools: submit, invokeAll, invokeAny, exceptions, shutdown and rejection. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class FixedPool {
    public static void main(String[] args) throws Exception {
        AtomicInteger threads = new AtomicInteger();
        ExecutorService ex = Executors.newFixedThreadPool(3, r -> {
            Thread t = new Thread(r, "pool-" + threads.incrementAndGet());
            return t;
        });
        List<Future<Integer>> fs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int n = i;
            fs.add(ex.submit(() -> n * n));
        }
        StringBuilder sb = new StringBuilder();
        for (Future<Integer> f : fs) {
            sb.append(f.get()).append(' ');
        }
        System.out.println(sb + " " + threads);
        Future<?> bad = ex.submit(() -> {
            throw new IllegalStateException("task failed");
        });
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " / " + e.getCause().getMessage() + " " + bad.isDone() + " " + bad.isCancelled());
        }
        List<Callable<String>> calls = List.of(() -> "a", () -> "b", () -> {
            throw new Exception("c");
        });
        for (Future<String> f : ex.invokeAll(calls)) {
            try {
                System.out.println(f.get());
            } catch (ExecutionException e) {
                System.out.println(e.getCause());
            }
        }
        List<Callable<String>> either = List.of(() -> {
            throw new RuntimeException("no");
        }, () -> "any");
        System.out.println(ex.invokeAny(either));
        try {
            ex.invokeAny(List.of(() -> {
                throw new RuntimeException("all fail");
            }));
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ex.submit(() -> { }, "given").get() + " " + ex.submit((Runnable) () -> { }).get());
        ex.shutdown();
        System.out.println(ex.isShutdown() + " " + ex.awaitTermination(10, TimeUnit.SECONDS) + " " + ex.isTerminated());
        try {
            ex.execute(() -> { });
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        ExecutorService single = Executors.newSingleThreadExecutor();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int n = i;
            single.execute(() -> order.add(n));
        }
        Future<String> name = single.submit(() -> Thread.currentThread().getName());
        System.out.println(name.get() + " " + order);
        CountDownLatch hold = new CountDownLatch(1), running = new CountDownLatch(1);
        single.execute(() -> {
            running.countDown();
            try {
                hold.await();
            } catch (InterruptedException e) {
                System.out.println("worker interrupted");
            }
        });
        single.execute(() -> System.out.println("never runs"));
        running.await();
        int dropped = single.shutdownNow().size();
        System.out.println(single.awaitTermination(10, TimeUnit.SECONDS) + " " + dropped);
    }
}
