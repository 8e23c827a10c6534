/**
 * A client of a class of java.util.concurrent that is chosen by a seed: two or three threads, each with one or two calls, on one
 * object. The outcome is what every call has answered. `harness/tests/refine.rs` compares the outcomes of many seeds with and
 * without steps; the second argument is a limit for the number of threads. A third one, a number, is the kind of object; the word `asks` has
 * the client ask what only small steps answer, and `tell` prints its calls.
 */
import braid.Braid;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.StampedLock;

public class RandomClient {
    /** A call; it is told which thread makes it. */
    interface Call {
        Object by(int thread) throws Exception;
    }

    static final Map<String, Call> calls = new LinkedHashMap<>();
    /** A call at the end that lets workers end. */
    static Runnable last = () -> { };
    static final AtomicInteger ran = new AtomicInteger();
    static final String[] answers = new String[8];
    /** Nothing that a client uses: it is only asked. */
    static final ThreadPoolExecutor idle = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    static final FutureTask<Integer> over = new FutureTask<>(() -> 1);
    static final Thread[] all = new Thread[4];

    static void queue(BlockingQueue<Integer> queue) {
        calls.put("put", t -> { queue.put(t); return "put"; });
        calls.put("offer", t -> queue.offer(t + 10));
        calls.put("take", t -> queue.take());
        calls.put("poll", t -> queue.poll());
        calls.put("timed", t -> queue.poll(1, TimeUnit.SECONDS));
        calls.put("late", t -> queue.offer(t + 10, 1, TimeUnit.SECONDS));
        calls.put("peek", t -> queue.peek());
        calls.put("size", t -> queue.size());
        calls.put("room", t -> Math.min(9, queue.remainingCapacity()));
        calls.put("remove", t -> queue.remove(0));
        calls.put("contains", t -> queue.contains(1));
        calls.put("drain", t -> { List<Integer> to = new ArrayList<>(); queue.drainTo(to); return to; });
        calls.put("clear", t -> { queue.clear(); return "cleared"; });
        calls.put("walk", t -> { int sum = 0; for (int i : queue) { sum += i + 1; } return sum; });
        calls.put("all", t -> queue.toArray().length);
        calls.put("without", t -> queue.removeIf(e -> e == 1));
    }

    static void deque(Deque<Integer> deque) {
        calls.put("addFirst", t -> { deque.addFirst(t); return "added"; });
        calls.put("addLast", t -> { deque.addLast(t + 10); return "added"; });
        calls.put("pollFirst", t -> deque.pollFirst());
        calls.put("pollLast", t -> deque.pollLast());
        calls.put("peekFirst", t -> deque.peekFirst());
        calls.put("peekLast", t -> deque.peekLast());
        calls.put("remove", t -> deque.remove(0));
        calls.put("contains", t -> deque.contains(1));
        calls.put("size", t -> deque.size());
        calls.put("walk", t -> { int sum = 0; for (int i : deque) { sum = sum * 10 + i + 1; } return sum; });
        calls.put("all", t -> new ArrayList<>(deque));
    }

    static void lockFree(Queue<Integer> queue) {
        calls.put("add", t -> queue.add(t));
        calls.put("poll", t -> queue.poll());
        calls.put("peek", t -> queue.peek());
        calls.put("isEmpty", t -> queue.isEmpty());
        calls.put("size", t -> queue.size());
        calls.put("remove", t -> queue.remove(0));
        calls.put("contains", t -> queue.contains(1));
        calls.put("walk", t -> new ArrayList<>(queue));
        calls.put("without", t -> queue.removeIf(e -> e == 1));
    }

    static void list(CopyOnWriteArrayList<Integer> list) {
        calls.put("add", t -> list.add(t));
        calls.put("absent", t -> list.addIfAbsent(0));
        calls.put("set", t -> list.isEmpty() ? null : list.set(0, t + 10));
        calls.put("remove", t -> list.remove((Object) 0));
        calls.put("first", t -> list.get(0));
        calls.put("drop", t -> list.remove(0));
        calls.put("size", t -> list.size());
        calls.put("all", t -> list.toString());
        calls.put("clear", t -> { list.clear(); return "cleared"; });
    }

    static void stamped(StampedLock lock) {
        int[] guarded = new int[2];
        calls.put("write", t -> { long s = lock.writeLock(); guarded[0]++; guarded[1]++; lock.unlockWrite(s); return "written"; });
        calls.put("read", t -> { long s = lock.readLock(); int sum = guarded[0] + guarded[1]; lock.unlockRead(s); return sum; });
        calls.put("try", t -> { long s = lock.tryWriteLock(); if (s != 0) { guarded[0] += 2; lock.unlock(s); } return s != 0; });
        calls.put("glimpse", t -> { long s = lock.tryOptimisticRead(); return lock.validate(s) + " " + (s != 0); });
        calls.put("convert", t -> { long s = lock.readLock(); long w = lock.tryConvertToWriteLock(s); lock.unlock(w == 0 ? s : w); return w != 0; });
        calls.put("timed", t -> { long s = lock.tryReadLock(1, TimeUnit.SECONDS); if (s != 0) { lock.unlockRead(s); } return s != 0; });
        calls.put("locked", t -> lock.isWriteLocked() + " " + lock.isReadLocked());
        calls.put("readers", t -> lock.getReadLockCount());
    }

    static void sorted(ConcurrentSkipListMap<Integer, Integer> map) {
        calls.put("put", t -> map.put(1, t));
        calls.put("other", t -> map.put(2, t));
        calls.put("get", t -> map.get(1));
        calls.put("absent", t -> map.putIfAbsent(1, t));
        calls.put("remove", t -> map.remove(1));
        calls.put("exactly", t -> map.remove(1, 0));
        calls.put("replace", t -> map.replace(1, t + 10));
        calls.put("merge", t -> map.merge(1, 1, Integer::sum));
        calls.put("ifAbsent", t -> map.computeIfAbsent(1, k -> ran.incrementAndGet()));
        calls.put("size", t -> map.size());
        calls.put("first", t -> map.firstEntry() + "");
        calls.put("last", t -> map.lastEntry() + "");
        calls.put("poll", t -> map.pollFirstEntry() + "");
        calls.put("keys", t -> new ArrayList<>(map.keySet()));
        calls.put("floor", t -> map.floorKey(2));
    }

    static void transfer(LinkedTransferQueue<Integer> queue) {
        queue(queue);
        calls.put("transfer", t -> { queue.transfer(t + 20); return "transferred"; });
        calls.put("hand", t -> queue.tryTransfer(t + 20));
        calls.put("waits", t -> queue.hasWaitingConsumer());
    }

    static String given(Runnable call) {
        try {
            call.run();
            return "given";
        } catch (RejectedExecutionException e) {
            return "no";
        }
    }

    static void pool(ThreadPoolExecutor pool, boolean asks) {
        Future<?>[] given = new Future<?>[4];
        calls.put("submit", t -> given(() -> given[t] = pool.submit(ran::incrementAndGet)));
        calls.put("execute", t -> given(() -> pool.execute(ran::incrementAndGet)));
        calls.put("get", t -> given[t] == null ? null : given[t].get());
        calls.put("timed", t -> {
            try {
                return given[t] == null ? null : given[t].get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                return "late";
            }
        });
        if (pool instanceof ScheduledThreadPoolExecutor scheduled) {
            calls.put("schedule", t -> given(() -> given[t] = scheduled.schedule(ran::incrementAndGet, 1, TimeUnit.SECONDS)));
        }
        calls.put("shutdown", t -> { pool.shutdown(); return "shut"; });
        calls.put("now", t -> pool.shutdownNow().size());
        calls.put("ran", t -> ran.get());
        calls.put("isShutdown", t -> pool.isShutdown());
        calls.put("isDone", t -> given[t] == null ? null : given[t].isDone());
        calls.put("await", t -> { pool.shutdown(); return pool.awaitTermination(99, TimeUnit.DAYS) + " " + ran.get(); });
        // Tasks that look, fail, give others.
        calls.put("looks", t -> given(() -> pool.execute(() -> ran.addAndGet(Thread.currentThread().isInterrupted() ? 1000 : 100))));
        calls.put("nested", t -> given(() -> pool.execute(() -> { if (given(() -> pool.execute(ran::incrementAndGet)).equals("no")) { ran.addAndGet(50); } })));
        calls.put("both", t -> given(() -> pool.execute(() -> ran.addAndGet(10))) + given(() -> pool.execute(() -> ran.updateAndGet(v -> v * 2))));
        if (asks) {
            calls.put("cancel", t -> given[t] == null ? null : given[t].cancel(false));
            calls.put("interrupt", t -> given[t] == null ? null : given[t].cancel(true));
            calls.put("remove", t -> given[t] == null ? null : pool.remove((Runnable) given[t]));
            calls.put("completed", t -> pool.getCompletedTaskCount());
            calls.put("active", t -> pool.getActiveCount());
            calls.put("size", t -> pool.getPoolSize());
            calls.put("queued", t -> pool.getQueue().size());
            calls.put("over", t -> pool.isTerminated() + " " + pool.isTerminating());
            calls.put("text", t -> { String text = pool.toString(); return text.substring(text.indexOf('[', text.indexOf('[') + 1)); });
        }
        last = pool::shutdown;
    }

    /** A pool whose queue the program keeps. */
    static void lent(BlockingQueue<Runnable> queue) {
        pool(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue), false);
        calls.put("queued", t -> queue.size());
        calls.put("steal", t -> queue.poll() != null);
        calls.put("clear", t -> { queue.clear(); return "cleared"; });
        calls.put("all", t -> queue.toArray().length);
    }

    static ThreadPoolExecutor handled(RejectedExecutionHandler handler) {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), handler);
    }

    static ThreadPoolExecutor hooked() {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                ran.addAndGet(10);
            }

            @Override
            protected void terminated() {
                ran.addAndGet(100);
            }
        };
    }

    static void completion() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        BlockingQueue<Future<Integer>> ended = new LinkedBlockingQueue<>();
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool, ended);
        Future<?>[] given = new Future<?>[4];
        calls.put("submit", t -> given(() -> given[t] = service.submit(ran::incrementAndGet)));
        calls.put("isDone", t -> given[t] == null ? null : given[t].isDone());
        calls.put("get", t -> given[t] == null ? null : given[t].get());
        calls.put("poll", t -> { Future<Integer> one = service.poll(); return one == null ? null : one.get(); });
        calls.put("timed", t -> { Future<Integer> one = service.poll(1, TimeUnit.SECONDS); return one == null ? null : one.get(); });
        calls.put("size", t -> ended.size());
        calls.put("ran", t -> ran.get());
        calls.put("shutdown", t -> { pool.shutdown(); return "shut"; });
        last = pool::shutdown;
    }

    static void adder() {
        LongAdder adder = new LongAdder();
        calls.put("add", t -> { adder.add(t + 1); return "added"; });
        calls.put("twice", t -> { adder.increment(); adder.add(10); return "added"; });
        calls.put("sum", t -> adder.sum());
        calls.put("reset", t -> adder.sumThenReset());
        calls.put("value", t -> adder.intValue() + adder.toString());
        LongAccumulator most = new LongAccumulator(Long::max, 0);
        calls.put("most", t -> { most.accumulate(t + 1); return most.get(); });
        calls.put("mostThen", t -> most.getThenReset());
    }

    static void barrier() {
        CyclicBarrier barrier = new CyclicBarrier(2, ran::incrementAndGet);
        calls.put("await", t -> barrier.await());
        calls.put("timed", t -> barrier.await(1, TimeUnit.SECONDS));
        calls.put("waiting", t -> barrier.getNumberWaiting());
        calls.put("broken", t -> barrier.isBroken());
        calls.put("reset", t -> { barrier.reset(); return "reset"; });
        calls.put("ran", t -> ran.get());
    }

    static void semaphore(Semaphore semaphore) {
        CountDownLatch latch = new CountDownLatch(2);
        calls.put("acquire", t -> { semaphore.acquire(); return ran.incrementAndGet(); });
        calls.put("release", t -> { semaphore.release(); return ran.get(); });
        calls.put("try", t -> semaphore.tryAcquire());
        calls.put("timed", t -> semaphore.tryAcquire(2, 1, TimeUnit.SECONDS));
        calls.put("permits", t -> semaphore.availablePermits());
        calls.put("drain", t -> semaphore.drainPermits());
        calls.put("down", t -> { latch.countDown(); return latch.getCount(); });
        calls.put("await", t -> latch.await(1, TimeUnit.SECONDS));
    }

    static void task() {
        FutureTask<Integer> task = new FutureTask<>(ran::incrementAndGet) {
            @Override
            protected void done() {
                ran.addAndGet(10);
            }
        };
        calls.put("run", t -> { task.run(); return Thread.interrupted(); });
        calls.put("cancel", t -> task.cancel(false));
        calls.put("interrupt", t -> task.cancel(true));
        calls.put("isDone", t -> task.isDone());
        calls.put("isCancelled", t -> task.isCancelled());
        calls.put("ran", t -> ran.get());
        calls.put("get", t -> {
            try {
                return task.get(1, TimeUnit.SECONDS);
            } catch (CancellationException | TimeoutException e) {
                return e.getClass().getSimpleName();
            }
        });
    }

    static void completable(boolean asks) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        calls.put("complete", t -> future.complete(t));
        calls.put("fail", t -> future.completeExceptionally(new IllegalStateException()));
        calls.put("cancel", t -> future.cancel(false));
        calls.put("now", t -> { try { return future.getNow(7); } catch (RuntimeException e) { return e.getClass().getSimpleName(); } });
        calls.put("join", t -> {
            try {
                return future.orTimeout(1, TimeUnit.DAYS) == future ? future.getNow(8) : null;
            } catch (RuntimeException e) {
                return e.getClass().getSimpleName();
            }
        });
        calls.put("get", t -> {
            try {
                return future.get(1, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException | CancellationException e) {
                return e.getClass().getSimpleName();
            }
        });
        calls.put("then", t -> { future.thenAccept(v -> ran.addAndGet(1)); return ran.get(); });
        calls.put("both", t -> { future.thenAccept(v -> ran.addAndGet(1)); future.thenRun(() -> ran.accumulateAndGet(3, (a, b) -> a * b)); return ran.get(); });
        calls.put("handle", t -> { future.handle((v, e) -> ran.addAndGet(v == null ? 20 : 10)); return ran.get(); });
        calls.put("combine", t -> future.thenCombine(CompletableFuture.completedFuture(t), (a, b) -> ran.addAndGet(3)).isDone());
        calls.put("isDone", t -> future.isDone());
        calls.put("ran", t -> ran.get());
        if (asks) {
            calls.put("dependents", t -> future.getNumberOfDependents());
        }
        CompletableFuture<Integer> other = new CompletableFuture<>();
        calls.put("otherwise", t -> other.complete(t + 5));
        calls.put("two", t -> { future.thenCombine(other, (a, b) -> ran.addAndGet(a + b + 100)); return ran.get(); });
        calls.put("either", t -> future.applyToEither(other, v -> ran.addAndGet(v + 1000)).isDone());
        calls.put("any", t -> CompletableFuture.anyOf(future, other).handle((v, e) -> ran.addAndGet(7)).isDone());
        calls.put("all", t -> CompletableFuture.allOf(future, other).handle((v, e) -> ran.addAndGet(9)).isDone());
        calls.put("compose", t -> future.thenCompose(v -> other).handle((v, e) -> ran.addAndGet(11)).isDone());
        calls.put("cured", t -> { try { return future.exceptionally(e -> ran.addAndGet(13)).getNow(6); } catch (RuntimeException e) { return e.getClass().getSimpleName(); } });
        calls.put("obtrude", t -> { future.obtrudeValue(t + 40); return ran.get(); });
        calls.put("chain", t -> future.thenApply(v -> ran.addAndGet(1)).thenApply(v -> ran.addAndGet(2)).isDone());
        calls.put("copy", t -> future.copy().complete(3));
        calls.put("late", t -> { future.completeOnTimeout(9, 1, TimeUnit.SECONDS); return future.getNow(8); });
        calls.remove("join");
    }

    static void map(ConcurrentHashMap<Integer, Integer> map) {
        calls.put("put", t -> map.put(1, t));
        calls.put("other", t -> map.put(2, t));
        calls.put("collide", t -> map.put(17, t));
        calls.put("get", t -> map.get(1));
        calls.put("absent", t -> map.putIfAbsent(1, t));
        calls.put("remove", t -> map.remove(1));
        calls.put("exactly", t -> map.remove(1, 0));
        calls.put("replace", t -> map.replace(1, t + 10));
        calls.put("merge", t -> map.merge(1, 1, Integer::sum));
        calls.put("compute", t -> map.compute(1, (k, v) -> v == null ? 30 : v + 1));
        calls.put("ifAbsent", t -> map.computeIfAbsent(1, k -> ran.incrementAndGet()));
        calls.put("size", t -> map.size());
        calls.put("isEmpty", t -> map.isEmpty());
        calls.put("contains", t -> map.containsKey(2));
        calls.put("keys", t -> new ArrayList<>(map.keySet()));
        calls.put("clear", t -> { map.clear(); return "cleared"; });
        calls.put("nothing", t -> map.compute(1, (k, v) -> null));
        calls.put("looks", t -> map.compute(1, (k, v) -> map.containsKey(17) ? 40 : 41));
        calls.put("dropAll", t -> map.values().removeIf(v -> v == 0));
        calls.put("replaceAll", t -> { map.replaceAll((k, v) -> v + 50); return "replaced"; });
        calls.put("forEach", t -> { int[] sum = new int[1]; map.forEach((k, v) -> sum[0] += k + v); return sum[0]; });
        calls.put("more", t -> { map.putAll(Map.of(3, t)); return "put"; });
        calls.put("values", t -> map.containsValue(1) + " " + map.reduceValues(9, Integer::sum));
    }

    static void phaser() {
        Phaser phaser = new Phaser(1);
        calls.put("arrive", t -> phaser.arrive());
        calls.put("leave", t -> { try { return phaser.arriveAndDeregister(); } catch (IllegalStateException e) { return "unregistered"; } });
        calls.put("register", t -> phaser.register());
        calls.put("phase", t -> phaser.getPhase());
        calls.put("await", t -> { try { return phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS); } catch (TimeoutException e) { return "late"; } });
        calls.put("advance", t -> phaser.awaitAdvance(0));
        calls.put("count", t -> phaser.getUnarrivedParties());
    }

    static void exchanger() {
        Exchanger<Integer> exchanger = new Exchanger<>();
        calls.put("exchange", t -> { try { return exchanger.exchange(t, 1, TimeUnit.SECONDS); } catch (TimeoutException e) { return "late"; } });
        calls.put("wait", t -> exchanger.exchange(t));
        calls.put("ran", t -> ran.incrementAndGet());
    }

    static final class Sum extends RecursiveTask<Integer> {
        final int n;

        Sum(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                ran.incrementAndGet();
                return n;
            }
            Sum left = new Sum(n - 1);
            left.fork();
            return new Sum(n - 2).compute() + left.join();
        }
    }

    static void forkJoin(int workers, boolean asks) {
        ForkJoinPool pool = new ForkJoinPool(workers);
        ForkJoinTask<?>[] given = new ForkJoinTask<?>[4];
        calls.put("invoke", t -> pool.invoke(new Sum(1)));
        calls.put("fork", t -> pool.invoke(new Sum(2)));
        calls.put("submit", t -> { given[t] = pool.submit(new Sum(1)); return "given"; });
        // The order of tasks: which of two comes last.
        calls.put("twice", t -> { given[t] = pool.submit(() -> ran.addAndGet(10)); pool.execute(() -> ran.updateAndGet(v -> v * 2)); return ran.get(); });
        calls.put("execute", t -> { pool.execute(() -> ran.updateAndGet(v -> v * 3 + t)); return ran.get(); });
        calls.put("async", t -> CompletableFuture.supplyAsync(ran::incrementAndGet, pool).join());
        calls.put("get", t -> given[t] == null ? null : given[t].get());
        calls.put("isDone", t -> given[t] == null ? null : given[t].isDone());
        calls.put("ran", t -> ran.get());
        if (asks) {
            calls.put("cancel", t -> given[t] == null ? null : given[t].cancel(true));
            calls.put("steal", t -> given[t] == null ? null : given[t].tryUnfork());
            calls.put("status", t -> given[t] == null ? null : given[t].isCompletedNormally());
            calls.put("queued", t -> pool.hasQueuedSubmissions() + " " + pool.getQueuedSubmissionCount() + " " + pool.getQueuedTaskCount());
            calls.put("size", t -> pool.getPoolSize() + " " + pool.getActiveThreadCount() + " " + pool.getRunningThreadCount());
            calls.put("quiet", t -> pool.isQuiescent() + " " + ran.get());
            calls.put("stolen", t -> pool.getStealCount());
            calls.put("calm", t -> pool.awaitQuiescence(1, TimeUnit.SECONDS) + " " + ran.get());
            calls.put("shutdown", t -> { pool.shutdown(); return pool.isTerminated(); });
            calls.put("now", t -> { pool.shutdownNow(); return ran.get(); });
            calls.put("await", t -> { pool.shutdown(); return pool.awaitTermination(99, TimeUnit.DAYS) + " " + ran.get(); });
        }
    }

    static void choose(Random random, int kind) {
        switch (kind) {
            case 0 -> queue(new LinkedBlockingQueue<>());
            case 1 -> queue(new LinkedBlockingQueue<>(1));
            case 2 -> queue(new ArrayBlockingQueue<>(1));
            case 3 -> queue(new SynchronousQueue<>());
            case 4 -> transfer(new LinkedTransferQueue<>());
            case 5 -> pool(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()), false);
            case 6 -> pool(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()), true);
            case 7 -> pool(new ThreadPoolExecutor(0, 2, 1, TimeUnit.SECONDS, new SynchronousQueue<>()), random.nextBoolean());
            case 8 -> pool(new ScheduledThreadPoolExecutor(1), random.nextBoolean());
            case 9 -> task();
            case 10 -> completable(false);
            case 11 -> map(new ConcurrentHashMap<>());
            case 12 -> phaser();
            case 13 -> exchanger();
            case 14 -> forkJoin(1, false);
            case 15 -> deque(new LinkedBlockingDeque<>());
            case 16 -> deque(new ConcurrentLinkedDeque<>(random.nextBoolean() ? List.of() : List.of(3)));
            case 17 -> queue(new LinkedBlockingDeque<>(1));
            case 18 -> queue(new PriorityBlockingQueue<>(1));
            case 19 -> lockFree(new ConcurrentLinkedQueue<>(random.nextBoolean() ? List.of() : List.of(0, 1)));
            case 20 -> list(new CopyOnWriteArrayList<>(random.nextBoolean() ? List.of() : List.of(3)));
            case 21 -> stamped(new StampedLock());
            case 22 -> sorted(new ConcurrentSkipListMap<>(random.nextBoolean() ? Map.of() : Map.of(1, 5)));
            case 23 -> forkJoin(1, true);
            case 24 -> completable(true);
            case 25 -> map(new ConcurrentHashMap<>(random.nextBoolean() ? Map.of(1, 5) : Map.of(1, 5, 17, 6, 2, 0)));
            case 26 -> lent(new LinkedBlockingQueue<>());
            case 27 -> pool(handled(new ThreadPoolExecutor.CallerRunsPolicy()), random.nextBoolean());
            case 28 -> pool(handled(new ThreadPoolExecutor.DiscardOldestPolicy()), false);
            case 29 -> pool(hooked(), random.nextBoolean());
            case 30 -> completion();
            case 31 -> adder();
            case 32 -> barrier();
            case 33 -> semaphore(new Semaphore(1, random.nextBoolean()));
            case 34 -> pool(new ThreadPoolExecutor(0, 1, random.nextInt(2), TimeUnit.SECONDS, new LinkedBlockingQueue<>()), false);
            // Two workers: without steps most of these come to no end.
            case 35 -> pool(new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()), random.nextBoolean());
            case 36 -> pool(new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1)), random.nextBoolean());
            case 37 -> pool(new ScheduledThreadPoolExecutor(2), random.nextBoolean());
            case 38 -> forkJoin(2, false);
            case 39 -> forkJoin(2, true);
            default -> throw new IllegalArgumentException("kind " + kind);
        }
    }

    /** Kinds of objects. */
    static final int KINDS = 40;

    /** Asks what only small steps answer, of objects that no call uses. */
    static void ask() {
        idle.getPoolSize();
        over.cancel(false);
        new ForkJoinPool(1).shutdown();
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(Long.parseLong(args[0]));
        int kind = random.nextInt(KINDS);
        boolean asks = false;
        boolean tells = false;
        for (int at = 2; at < args.length; at++) {
            switch (args[at]) {
                case "asks" -> asks = true;
                case "tell" -> tells = true;
                default -> kind = Integer.parseInt(args[at]);
            }
        }
        choose(random, kind);
        List<String> names = new ArrayList<>(calls.keySet());
        int threads = 2 + (Integer.parseInt(args[1]) > 2 && random.nextInt(4) == 0 ? 1 : 0);
        for (int at = 0; at < threads; at++) {
            int thread = at;
            String first = names.get(random.nextInt(names.size()));
            String second = random.nextBoolean() ? names.get(random.nextInt(names.size())) : null;
            // Now and then a thread interrupts the next one before its second call.
            boolean pokes = random.nextInt(12) == 0;
            if (tells) {
                System.out.println(kind + " " + thread + ": " + first + (pokes ? " poke" : "") + (second == null ? "" : " " + second));
            }
            Call one = calls.get(first);
            Call two = second == null ? null : calls.get(second);
            Thread next = all[(thread + 1) % threads];
            all[thread] = new Thread(() -> {
                String answer = ask(one, thread);
                if (pokes && next != null) {
                    next.interrupt();
                }
                answers[thread] = answer + (two == null ? "" : "," + ask(two, thread));
            });
        }
        for (int at = 0; at < threads; at++) {
            all[at].start();
        }
        for (int at = 0; at < threads; at++) {
            all[at].join();
        }
        if (asks) {
            ask();
        }
        last.run();
        StringBuilder outcome = new StringBuilder();
        for (int at = 0; at < threads; at++) {
            outcome.append(at == 0 ? "" : " | ").append(answers[at]);
        }
        Braid.outcome(outcome.toString());
    }

    static String ask(Call call, int thread) {
        try {
            return String.valueOf(call.by(thread));
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }
}
