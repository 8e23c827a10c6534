//@ run
/** Asynchronous stages with retries, fallbacks, fan-out and fan-in. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class AsyncPipeline {
    static final AtomicInteger ATTEMPTS = new AtomicInteger();

    static CompletableFuture<String> flaky(Executor ex, int failures) {
        AtomicInteger left = new AtomicInteger(failures);
        return retry(() -> CompletableFuture.supplyAsync(() -> {
            ATTEMPTS.incrementAndGet();
            if (left.getAndDecrement() > 0) {
                throw new IllegalStateException("not yet");
            }
            return "ok";
        }, ex), 3);
    }

    static <T> CompletableFuture<T> retry(java.util.function.Supplier<CompletableFuture<T>> s, int times) {
        return s.get().handle((v, e) -> e == null ? CompletableFuture.completedFuture(v) : times > 1 ? retry(s, times - 1) : CompletableFuture.<T>failedFuture(e)).thenCompose(f -> f);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(2);
        System.out.println(flaky(ex, 2).join() + " after " + ATTEMPTS.getAndSet(0));
        System.out.println(flaky(ex, 5).exceptionally(e -> "gave up: " + (e.getCause() == null ? e : e.getCause()).getMessage()).join() + " after " + ATTEMPTS);
        List<CompletableFuture<Integer>> fan = IntStream.rangeClosed(1, 5).mapToObj(i -> CompletableFuture.supplyAsync(() -> i * 10, ex).thenApplyAsync(x -> x + i, ex)).collect(Collectors.toList());
        CompletableFuture<List<Integer>> all = CompletableFuture.allOf(fan.toArray(new CompletableFuture<?>[0])).thenApply(v -> fan.stream().map(CompletableFuture::join).collect(Collectors.toList()));
        System.out.println(all.get() + " " + all.thenApply(l -> l.stream().mapToInt(x -> x).sum()).get());
        CompletableFuture<Integer> diamond = CompletableFuture.supplyAsync(() -> 3, ex);
        CompletableFuture<Integer> left = diamond.thenApplyAsync(x -> x * x, ex), right = diamond.thenApplyAsync(x -> x + 100, ex);
        System.out.println(left.thenCombineAsync(right, (a, b) -> a + ":" + b, ex).join());
        StringBuffer order = new StringBuffer();
        CompletableFuture.runAsync(() -> order.append("a"), ex).thenRunAsync(() -> order.append("b"), ex).thenRun(() -> order.append("c")).whenComplete((v, e) -> order.append(e == null ? "." : "!")).join();
        System.out.println(order);
        CompletableFuture<String> slow = new CompletableFuture<>();
        CompletableFuture<String> first = slow.applyToEither(CompletableFuture.supplyAsync(() -> "fast", ex), s -> "winner " + s);
        System.out.println(first.join() + " " + slow.isDone());
        ex.shutdown();
        System.out.println(ex.awaitTermination(30, TimeUnit.SECONDS));
    }
}
