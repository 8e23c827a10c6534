import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients of executors with a virtual thread for each task (JDK 21 and later). */
public class VirtualClients {
    static final AtomicInteger ran = new AtomicInteger();
    static volatile int seen;

    static String given(Executor pool, Runnable task) {
        try {
            pool.execute(task);
            return "given";
        } catch (RejectedExecutionException e) {
            return "refused";
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
        Runnable count = ran::incrementAndGet;
        switch (args[0]) {
            case "submit" -> Ends.of(() -> pool.submit(() -> 1).get() + " " + ran.get());
            case "executeBesideShutdown" -> Ends.of(() -> given(pool, count), () -> Ends.over(pool) + " " + ran.get());
            case "executeBesideNow" -> Ends.of(() -> given(pool, count), () -> pool.shutdownNow().size() + " " + ran.get());
            case "isTerminated" -> { given(pool, count); Ends.of(() -> { pool.shutdown(); return pool.isTerminated() + " " + ran.get() + " " + pool.isTerminated(); }); }
            case "refusedIsSeen" -> Ends.of(() -> given(pool, count), () -> { pool.shutdown(); return pool.isTerminated() + " " + ran.get(); });
            case "awaitTimed" -> { given(pool, count); Ends.of(() -> { pool.shutdown(); return pool.awaitTermination(1, TimeUnit.SECONDS) + " " + ran.get(); }); }
            case "close" -> { given(pool, count); Ends.of(() -> { pool.close(); return ran.get(); }, () -> given(pool, count)); }
            case "cancel" -> { Future<?> task = pool.submit(() -> seen = Thread.interrupted() ? 2 : 1); Ends.of(() -> task.cancel(true) + " " + task.isCancelled(), () -> { Ends.over(pool); return seen; }); }
            case "twoSubmit" -> { Future<Integer> one = pool.submit(ran::incrementAndGet); Future<Integer> two = pool.submit(ran::incrementAndGet); Ends.of(() -> one.get() + " " + two.get()); }
            case "invokeAny" -> Ends.of(() -> pool.invokeAny(List.<Callable<Integer>>of(() -> 1)) + " " + pool.isShutdown());
            case "interrupts" -> { given(pool, () -> seen = Thread.currentThread().isInterrupted() ? 2 : 1); Ends.of(() -> { pool.shutdownNow(); return pool.awaitTermination(99, TimeUnit.DAYS) + " " + seen; }); }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
