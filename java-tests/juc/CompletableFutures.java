//@ run
/** CompletableFuture: chains, combinations, exceptions, manual completion, own executors. */
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class CompletableFutures {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20), b = CompletableFuture.supplyAsync(() -> 22);
        System.out.println(a.thenCombine(b, Integer::sum).get());
        System.out.println(a.thenApply(x -> x + 1).thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2)).join());
        StringBuffer log = new StringBuffer();
        CompletableFuture<Void> chain = CompletableFuture.runAsync(() -> log.append("run ")).thenRun(() -> log.append("then ")).thenAccept(v -> log.append(v));
        chain.join();
        System.out.println(log);
        CompletableFuture<String> failed = CompletableFuture.supplyAsync(() -> {
            throw new IllegalArgumentException("bad");
        });
        System.out.println(failed.exceptionally(e -> e.getClass().getSimpleName() + " " + e.getCause().getMessage()).join());
        System.out.println(failed.handle((v, e) -> v + " " + (e != null)).join() + " " + failed.isCompletedExceptionally());
        try {
            failed.join();
        } catch (CompletionException e) {
            System.out.println(e.getMessage());
        }
        try {
            failed.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        try {
            failed.thenApply(x -> x + "!").get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        CompletableFuture<String> manual = new CompletableFuture<>();
        System.out.println(manual.isDone() + " " + manual.getNow("absent"));
        new Thread(() -> manual.complete("by hand")).start();
        System.out.println(manual.get(30, TimeUnit.SECONDS) + " " + manual.complete("again") + " " + manual.isDone());
        List<CompletableFuture<Integer>> fs = IntStream.range(0, 6).mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i)).collect(Collectors.toList());
        CompletableFuture.allOf(fs.toArray(new CompletableFuture[0])).join();
        System.out.println(fs.stream().map(CompletableFuture::join).collect(Collectors.toList()));
        System.out.println(CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("any")).join());
        ExecutorService ex = Executors.newFixedThreadPool(2, r -> {
            Thread t = new Thread(r, "mine");
            t.setDaemon(true);
            return t;
        });
        System.out.println(CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), ex).thenApplyAsync(n -> n + "/" + Thread.currentThread().getName(), ex).join());
        CompletableFuture<String> timeout = new CompletableFuture<String>().completeOnTimeout("late", 1, TimeUnit.MILLISECONDS);
        System.out.println(timeout.join());
        try {
            new CompletableFuture<String>().orTimeout(1, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println(e.getCause());
        }
        CompletableFuture<String> c = new CompletableFuture<>();
        CompletableFuture<String> dep = c.thenApply(s -> s);
        System.out.println(c.cancel(true) + " " + c.isCancelled() + " " + dep.isCompletedExceptionally());
        System.out.println(CompletableFuture.failedFuture(new Exception("f")).whenComplete((v, e) -> System.out.println(v + " " + e.getMessage())).isCompletedExceptionally());
        System.out.println(a.applyToEither(new CompletableFuture<Integer>(), x -> x + 5).join() + " " + a.thenAcceptBoth(b, (x, y) -> System.out.println(x * y)).join());
        System.out.println(new CompletableFuture<Integer>().toString().replaceAll("@[0-9a-f]+", "") + " " + a.toString().replaceAll("@[0-9a-f]+", ""));
    }
}
