import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients of futures. */
public class FutureClients {
    static final AtomicInteger ran = new AtomicInteger();
    static volatile int seen;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(ran::incrementAndGet);
        CompletableFuture<Integer> future = new CompletableFuture<>();
        switch (args[0]) {
            case "taskTwoRun" -> Ends.of(() -> { task.run(); return task.isDone() + " " + ran.get(); }, () -> { task.run(); return task.isDone() + " " + ran.get(); });
            case "taskTimed" -> Ends.of(() -> { task.run(); return ""; }, () -> Ends.found(() -> task.get(1, TimeUnit.SECONDS)) + " " + task.isDone());
            case "taskHook" -> {
                FutureTask<Integer> hooked = new FutureTask<>(() -> 1) {
                    @Override
                    protected void done() {
                        seen = 1;
                    }
                };
                Ends.of(() -> { hooked.run(); return ""; }, () -> hooked.get() + " " + seen);
            }
            case "taskCancel" -> Ends.of(() -> { task.run(); return ran.get(); }, () -> task.cancel(true) + " " + task.isDone() + " " + task.isCancelled(), () -> Ends.found(task::get));
            case "taskInterrupt" -> Ends.of(() -> { task.run(); return Thread.interrupted() + " " + ran.get(); }, () -> task.cancel(true));
            case "taskInterrupting" -> {
                FutureTask<Integer> looks = new FutureTask<>(() -> Thread.interrupted() ? 2 : 1);
                Ends.of(() -> { looks.run(); return Thread.interrupted(); }, () -> looks.cancel(true), () -> looks.isCancelled() + " " + looks.isDone());
            }
            case "taskText" -> Ends.of(() -> { task.run(); return ""; }, () -> { String text = task.toString(); return text.substring(text.indexOf('[') + 1, text.indexOf('[') + 5); });
            case "taskFails" -> { FutureTask<Integer> fails = new FutureTask<>(() -> { throw new Exception(); }); Ends.of(() -> { fails.run(); return fails.isDone(); }, () -> Ends.found(fails::get)); }
            case "taskGetInterrupted" -> { Thread[] waiter = { new Thread(() -> seen = Ends.found(task::get).length()) }; waiter[0].start(); Ends.of(() -> { task.run(); return ""; }, () -> { waiter[0].interrupt(); return ""; }); waiter[0].join(); Ends.of(() -> seen); }
            case "whoApplies" -> { Thread me = Thread.currentThread(); CompletableFuture<Boolean> applied = future.thenApply(v -> Thread.currentThread() == me); Ends.of(() -> { future.complete(1); return applied.isDone(); }, applied::get); }
            case "whoAppliesLate" -> Ends.of(() -> { future.complete(1); return seen; }, () -> { Thread me = Thread.currentThread(); return future.thenApply(v -> { seen = 1; return Thread.currentThread() == me; }).get(); });
            case "twoDependents" -> { StringBuffer all = new StringBuffer(); Ends.of(() -> { future.complete(1); return ""; }, () -> { future.thenAccept(v -> all.append('a')); future.thenAccept(v -> all.append('b')); return all.length(); }); Ends.of(() -> all); }
            case "dependents" -> { CompletableFuture<Void> then = future.thenAccept(v -> seen = 1); Ends.of(() -> { future.complete(1); return ""; }, () -> future.isDone() + " " + seen + " " + then.isDone() + " " + future.getNumberOfDependents()); }
            case "completeTwice" -> Ends.of(() -> future.complete(1), () -> future.completeExceptionally(new Exception()), () -> future.isCompletedExceptionally());
            case "combine" -> { CompletableFuture<Integer> other = new CompletableFuture<>(); CompletableFuture<Integer> both = future.thenCombine(other, (a, b) -> ran.addAndGet(a + b)); Ends.of(() -> future.complete(1), () -> other.complete(2), () -> both.isDone() + " " + ran.get()); }
            case "either" -> { CompletableFuture<Integer> other = new CompletableFuture<>(); CompletableFuture<Integer> one = future.applyToEither(other, v -> ran.addAndGet(v)); Ends.of(() -> future.complete(1), () -> other.complete(2), one::get); }
            case "allOf" -> { CompletableFuture<Integer> other = new CompletableFuture<>(); CompletableFuture<Void> all = CompletableFuture.allOf(future, other); Ends.of(() -> { future.complete(1); return all.isDone(); }, () -> { other.cancel(false); return all.isDone(); }); }
            case "anyOf" -> { CompletableFuture<Integer> other = new CompletableFuture<>(); CompletableFuture<Object> any = CompletableFuture.anyOf(future, other); Ends.of(() -> { future.complete(1); return any.isDone(); }, () -> { other.complete(2); return any.join(); }); }
            case "getTimed" -> Ends.of(() -> { future.complete(1); return ""; }, () -> Ends.found(() -> future.get(1, TimeUnit.SECONDS)) + " " + future.isDone());
            case "cancelBesideJoin" -> Ends.of(() -> future.cancel(true), () -> Ends.found(future::join), () -> future.getNow(3));
            case "exceptionally" -> { CompletableFuture<Integer> cured = future.exceptionally(e -> 7); Ends.of(() -> { future.completeExceptionally(new Exception()); return cured.isDone(); }, () -> cured.getNow(3) + " " + future.isCompletedExceptionally()); }
            case "compose" -> { CompletableFuture<Integer> inner = new CompletableFuture<>(); CompletableFuture<Integer> whole = future.thenCompose(v -> inner); Ends.of(() -> { future.complete(1); return whole.isDone(); }, () -> { inner.complete(2); return whole.isDone(); }); }
            case "ownExecutor" -> { StringBuffer order = new StringBuffer(); Executor own = run -> { order.append(future.isDone() ? 'd' : 'o'); run.run(); }; CompletableFuture<Void> then = future.thenAcceptAsync(v -> order.append('r'), own); Ends.of(() -> { future.complete(1); return order; }, () -> then.isDone() + " " + order); }
            case "obtrude" -> Ends.of(() -> { future.obtrudeValue(1); return future.join(); }, () -> { future.complete(2); return future.join(); });
            case "failTwice" -> { CompletableFuture<Integer> then = future.thenApply(v -> v); Ends.of(() -> { future.completeExceptionally(new Exception()); return then.isDone(); }, () -> { future.completeExceptionally(new Exception()); return then.isDone(); }); }
            case "allTwice" -> { CompletableFuture<Void> all = CompletableFuture.allOf(future, CompletableFuture.completedFuture(1)); Ends.of(() -> { future.complete(1); return all.isDone(); }, () -> { future.complete(2); return all.isDone(); }); }
            case "obtrudeTwice" -> { CompletableFuture<Integer> then = future.thenApply(ran::addAndGet); Ends.of(() -> { future.obtrudeValue(1); return then.isDone(); }, () -> { future.obtrudeException(new Exception()); return Ends.found(() -> future.getNow(9)); }); Ends.of(ran::get); }
            case "async" -> { ExecutorService pool = Executors.newSingleThreadExecutor(); Ends.of(() -> { CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> seen = 1, pool); boolean done = one.isDone(); int value = one.thenApply(v -> v + seen).join(); pool.shutdown(); return done + " " + value; }); }
            case "text" -> { future.thenAccept(v -> { }); Ends.of(() -> future.complete(1), () -> { String text = future.toString(); return text.substring(text.indexOf('[')); }); }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
