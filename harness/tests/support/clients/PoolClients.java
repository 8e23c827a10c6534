import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients of pools. */
public class PoolClients {
    static final AtomicInteger ran = new AtomicInteger();
    static volatile int seen;

    static ThreadPoolExecutor pool(int workers) {
        return new ThreadPoolExecutor(workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    static String given(Executor pool, Runnable task) {
        try {
            pool.execute(task);
            return "given";
        } catch (RejectedExecutionException e) {
            return "refused";
        }
    }

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = pool(1);
        Runnable count = ran::incrementAndGet;
        switch (args[0]) {
            case "executeBesideShutdown" -> Ends.of(() -> given(pool, count), () -> Ends.over(pool) + " " + ran.get());
            case "executeBesideShutdownNow" -> Ends.of(() -> given(pool, count), () -> pool.shutdownNow().size() + " " + pool.awaitTermination(99, TimeUnit.DAYS) + " " + ran.get());
            case "acceptedIsLost" -> { Ends.go(() -> given(pool, count)); given(pool, count); Ends.of(() -> Ends.over(pool)); }
            case "queuedAtShutdownNow" -> { given(pool, count); Ends.of(() -> given(pool, count), () -> pool.shutdownNow().size() + " " + ran.get()); }
            case "countsAfterGet" -> Ends.of(() -> { pool.submit(() -> 1).get(); String counts = pool.getCompletedTaskCount() + " " + pool.getActiveCount() + " " + pool.getTaskCount(); pool.shutdown(); return counts; });
            case "activeThenCompleted" -> Ends.of(() -> { given(pool, count); String counts = pool.getActiveCount() + " " + pool.getCompletedTaskCount() + " " + ran.get(); pool.shutdown(); return counts; });
            case "sizeThenOver" -> Ends.of(() -> { given(pool, count); pool.shutdown(); return pool.getPoolSize() + " " + pool.isTerminated() + " " + pool.getPoolSize() + " " + pool.isTerminating(); });
            case "overThenSize" -> Ends.of(() -> { given(pool, count); pool.shutdown(); return pool.isTerminated() + " " + pool.getPoolSize() + " " + pool.getLargestPoolSize(); });
            case "textAfterGet" -> Ends.of(() -> { pool.submit(() -> 1).get(); String text = pool.toString(); pool.shutdown(); return text.substring(text.indexOf('[', text.indexOf('[') + 1)); });
            case "cancelInterrupts" -> Ends.of(() -> { Future<?> task = pool.submit(() -> seen = Thread.currentThread().isInterrupted() ? 2 : 1); boolean cancelled = task.cancel(true); Ends.over(pool); return cancelled + " " + seen + " " + task.isCancelled(); });
            case "cancelReachesNext" -> Ends.of(() -> { Future<?> task = pool.submit(count); given(pool, () -> seen = Thread.interrupted() ? 2 : 1); boolean cancelled = task.cancel(true); Ends.over(pool); return cancelled + " " + seen + " " + ran.get(); });
            case "cancelBesideGet" -> { Future<Integer> task = pool.submit(() -> 5); Ends.of(() -> task.cancel(false), task::get); pool.shutdown(); }
            case "interruptTwice" -> Ends.of(() -> { given(pool, () -> seen = (Thread.interrupted() ? 2 : 1) + (Thread.interrupted() ? 20 : 10)); int left = pool.shutdownNow().size(); pool.awaitTermination(99, TimeUnit.DAYS); return left + " " + seen; });
            case "shutdownIsNoInterrupt" -> Ends.of(() -> { given(pool, () -> seen = Thread.interrupted() ? 2 : 1); Ends.over(pool); return seen; });
            case "invokeAll" -> Ends.of(() -> { int sum = 0; for (Future<Integer> task : pool.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> { throw new Exception(); }))) { sum += Ends.found(task::get).length(); } pool.shutdown(); return sum; });
            case "invokeAny" -> Ends.of(() -> { Object first = pool.invokeAny(List.<Callable<Integer>>of(() -> ran.addAndGet(1), () -> ran.addAndGet(10))); int then = ran.get(); Ends.over(pool); return first + " " + then + " " + ran.get(); });
            case "factoryIsAsked" -> {
                ThreadPoolExecutor own = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> { seen = 1; Thread thread = new Thread(task); seen = 2; return thread; });
                Ends.of(() -> given(own, count), () -> seen + " " + own.getPoolSize());
                own.shutdown();
            }
            case "hooks" -> {
                ThreadPoolExecutor own = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable task) {
                        ran.addAndGet(1);
                    }

                    @Override
                    protected void afterExecute(Runnable task, Throwable thrown) {
                        ran.addAndGet(10);
                    }

                    @Override
                    protected void terminated() {
                        ran.addAndGet(100);
                    }
                };
                Ends.of(() -> { own.submit(() -> 1).get(); int now = ran.get(); own.shutdown(); int then = ran.get(); Ends.over(own); return now + " " + then + " " + ran.get(); });
            }
            case "taskFails" -> {
                ThreadPoolExecutor own = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> { ran.incrementAndGet(); Thread thread = new Thread(task); thread.setUncaughtExceptionHandler((t, e) -> seen++); return thread; });
                Ends.of(() -> { given(own, () -> { throw new IllegalStateException(); }); Ends.over(own); return ran.get() + " " + seen; });
            }
            case "callerRuns" -> {
                ThreadPoolExecutor own = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
                Ends.of(() -> { Thread me = Thread.currentThread(); StringBuffer who = new StringBuffer(); for (int at = 0; at < 3; at++) { own.execute(() -> who.append(Thread.currentThread() == me ? 'm' : 'w')); } Ends.over(own); return who; });
            }
            case "discardOldest" -> {
                ThreadPoolExecutor own = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.DiscardOldestPolicy());
                Ends.of(() -> { for (int at = 0; at < 3; at++) { int add = at * at + 1; own.execute(() -> ran.addAndGet(add)); } Ends.over(own); return ran.get(); });
            }
            case "noQueue" -> {
                ThreadPoolExecutor own = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
                Ends.of(() -> { String second = given(own, count) + given(own, count); Ends.over(own); return second + ran.get(); });
            }
            case "queueIsAsked" -> Ends.of(() -> { given(pool, () -> { }); given(pool, count); int queued = pool.getQueue().size(); boolean removed = pool.remove(count); Ends.over(pool); return queued + " " + removed + " " + ran.get(); });
            case "awaitTimed" -> Ends.of(() -> { given(pool, count); pool.shutdown(); return pool.awaitTermination(1, TimeUnit.SECONDS) + " " + ran.get() + " " + pool.isTerminated(); });
            case "twoSubmit" -> { Ends.of(() -> given(pool, () -> seen = seen * 10 + 1), () -> given(pool, () -> seen = seen * 10 + 2)); Ends.over(pool); Ends.of(() -> seen); }
            case "starves" -> Ends.of(() -> pool.submit(() -> pool.submit(() -> 1).get()).get());
            case "notShutDown" -> Ends.of(() -> pool.submit(() -> 1).get());
            case "shutdownTwice" -> { given(pool, count); Ends.of(() -> pool.shutdownNow().size(), () -> { pool.shutdown(); return pool.isShutdown() + " " + pool.isTerminated(); }); }
            case "awaitInterrupted" -> { Thread waiter = new Thread(() -> seen = Ends.found(() -> pool.awaitTermination(99, TimeUnit.DAYS)).length()); waiter.start(); Ends.of(() -> { waiter.interrupt(); return ""; }, () -> { pool.shutdown(); return ""; }); waiter.join(); Ends.of(() -> seen); }
            case "setCore" -> Ends.of(() -> { given(pool, count); given(pool, count); pool.setMaximumPoolSize(2); pool.setCorePoolSize(2); int size = pool.getPoolSize(); Ends.over(pool); return size + " " + ran.get() + " " + pool.getLargestPoolSize(); });
            case "noCore" -> { ThreadPoolExecutor own = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); Ends.of(() -> given(own, count), () -> Ends.over(own) + " " + ran.get()); }
            case "noCoreNow" -> { ThreadPoolExecutor own = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); Ends.of(() -> given(own, count), () -> own.shutdownNow().size() + " " + own.awaitTermination(99, TimeUnit.DAYS)); }
            case "scheduled" -> { ScheduledThreadPoolExecutor own = new ScheduledThreadPoolExecutor(1); Ends.of(() -> own.schedule(ran::incrementAndGet, 1, TimeUnit.SECONDS).get(), () -> { own.shutdown(); return ran.get(); }); }
            case "scheduledCancel" -> { ScheduledThreadPoolExecutor own = new ScheduledThreadPoolExecutor(1); ScheduledFuture<?> task = own.schedule(count, 1, TimeUnit.SECONDS); Ends.of(() -> task.cancel(false), () -> { Ends.over(own); return ran.get(); }); }
            case "scheduledNow" -> { ScheduledThreadPoolExecutor own = new ScheduledThreadPoolExecutor(1); own.schedule(count, 1, TimeUnit.SECONDS); Ends.of(() -> own.shutdownNow().size() + " " + ran.get(), () -> own.isTerminated()); }
            case "completion" -> {
                ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
                Ends.of(() -> { service.submit(() -> 1); service.submit(() -> 2); Object early = service.poll(); String both = (early == null) + " " + (early == null ? service.take().get() : "") + service.take().isDone(); pool.shutdown(); return both; });
            }
            case "completionOrder" -> {
                ThreadPoolExecutor two = pool(2);
                ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(two);
                service.submit(() -> 1);
                service.submit(() -> 2);
                Ends.of(() -> { int first = service.take().get(); two.shutdown(); return first; });
            }
            case "refusedIsSeen" -> { LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(); ThreadPoolExecutor own = new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, queue); Ends.of(() -> given(own, count), () -> { own.shutdown(); return queue.size(); }); }
            case "refusedIsAsked" -> { ThreadPoolExecutor own = new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); Ends.of(() -> given(own, count), () -> { own.shutdown(); return own.getQueue().size(); }); }
            case "queueIsTaken" -> { LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(); ThreadPoolExecutor own = new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, queue); Ends.of(() -> given(own, count), () -> { boolean took = new ArrayList<>(queue).size() == 1 && queue.poll() != null; own.shutdown(); return took; }); Ends.over(own); Ends.of(ran::get); }
            case "refusedBeforeHook" -> {
                ThreadPoolExecutor own = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                    @Override
                    protected void terminated() {
                        ran.addAndGet(100);
                    }
                };
                Ends.of(() -> given(own, count) + ran.get(), () -> { own.shutdown(); return ""; });
            }
            case "doneThenPolled" -> { ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool); Future<Integer> task = service.submit(() -> 1); Ends.of(() -> { String seen = task.isDone() + " " + (service.poll() == null); pool.shutdown(); return seen; }); }
            case "timer" -> { java.util.Timer timer = new java.util.Timer(); Ends.of(() -> { timer.schedule(new java.util.TimerTask() { @Override public void run() { ran.incrementAndGet(); timer.cancel(); } }, 0); return ran.get(); }, () -> ran.get()); }
            case "timerCancel" -> { java.util.Timer timer = new java.util.Timer(true); java.util.TimerTask task = new java.util.TimerTask() { @Override public void run() { ran.incrementAndGet(); } }; timer.schedule(task, 0); Ends.of(() -> task.cancel() + " " + ran.get(), () -> { timer.cancel(); return timer.purge(); }); }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
