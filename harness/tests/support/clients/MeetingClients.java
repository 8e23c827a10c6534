import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.IntStream;

/** Clients of what lets threads meet, and of fork-join. */
public class MeetingClients {
    static final AtomicInteger ran = new AtomicInteger();
    static volatile int seen;
    static int guarded;

    static final class Act extends RecursiveAction {
        final Runnable run;

        Act(Runnable run) {
            this.run = run;
        }

        @Override
        protected void compute() {
            run.run();
        }
    }

    public static void main(String[] args) throws Exception {
        int workers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        switch (args[0]) {
            case "exchange" -> { Exchanger<Integer> exchanger = new Exchanger<>(); Ends.of(() -> exchanger.exchange(1), () -> exchanger.exchange(2)); }
            case "exchangeTimed" -> { Exchanger<Integer> exchanger = new Exchanger<>(); Ends.of(() -> exchanger.exchange(1, 1, TimeUnit.SECONDS), () -> exchanger.exchange(2, 1, TimeUnit.SECONDS)); }
            case "exchangeThree" -> { Exchanger<Integer> exchanger = new Exchanger<>(); Ends.of(() -> exchanger.exchange(1, 1, TimeUnit.SECONDS), () -> exchanger.exchange(2), () -> exchanger.exchange(3)); }
            case "phase" -> { Phaser phaser = new Phaser(2); Ends.of(() -> { seen = 1; phaser.arriveAndAwaitAdvance(); return phaser.arriveAndDeregister(); }, () -> { int open = phaser.getUnarrivedParties(); phaser.arriveAndAwaitAdvance(); return open + " " + seen + " " + phaser.getPhase(); }); }
            case "phaseRegister" -> { Phaser phaser = new Phaser(1); Ends.of(() -> phaser.register() + " " + phaser.arrive(), () -> phaser.arriveAndDeregister() + " " + phaser.isTerminated(), () -> phaser.getRegisteredParties()); }
            case "phaseLastTwo" -> { Phaser phaser = new Phaser(1); Ends.of(phaser::arrive, phaser::arrive, phaser::getUnarrivedParties); }
            case "phaseLate" -> { Phaser phaser = new Phaser(1); Ends.of(phaser::arriveAndAwaitAdvance, () -> phaser.register() + " " + phaser.arriveAndDeregister()); }
            case "phaseAdvance" -> { Phaser phaser = new Phaser(1) { @Override protected boolean onAdvance(int phase, int parties) { seen = phase + 1; return false; } }; Ends.of(() -> phaser.arrive() + " " + seen, () -> phaser.awaitAdvance(0) + " " + seen); }
            case "barrier" -> { CyclicBarrier barrier = new CyclicBarrier(2, () -> seen = 1); Ends.of(() -> barrier.await() + " " + seen, () -> barrier.getNumberWaiting() + " " + barrier.await()); }
            case "barrierBroken" -> { CyclicBarrier barrier = new CyclicBarrier(2); Ends.of(() -> barrier.await(1, TimeUnit.SECONDS), () -> { int waiting = barrier.getNumberWaiting(); barrier.reset(); return waiting + " " + barrier.isBroken(); }); }
            case "barrierTwice" -> { CyclicBarrier barrier = new CyclicBarrier(2); Ends.of(() -> barrier.await() + " " + barrier.await(), () -> barrier.await() + " " + barrier.await()); }
            case "latch" -> { CountDownLatch latch = new CountDownLatch(2); Ends.of(() -> { latch.countDown(); return latch.getCount(); }, () -> { latch.countDown(); return latch.getCount(); }, () -> latch.await(1, TimeUnit.SECONDS)); }
            case "semaphore" -> { Semaphore semaphore = new Semaphore(1); Ends.of(() -> { semaphore.acquire(); seen++; semaphore.release(); return seen; }, () -> semaphore.tryAcquire() + " " + semaphore.availablePermits(), () -> semaphore.drainPermits()); }
            case "stampedWrite" -> { StampedLock lock = new StampedLock(); Ends.of(() -> { long stamp = lock.writeLock(); guarded++; lock.unlockWrite(stamp); return ""; }, () -> { long stamp = lock.readLock(); int value = guarded; lock.unlockRead(stamp); return value; }, () -> lock.isWriteLocked()); }
            case "stampedOptimistic" -> { StampedLock lock = new StampedLock(); Ends.of(() -> { long stamp = lock.writeLock(); seen = 1; seen = 2; lock.unlockWrite(stamp); return ""; }, () -> { long stamp = lock.tryOptimisticRead(); int value = seen; return lock.validate(stamp) ? value : "changed"; }); }
            case "stampedConvert" -> { StampedLock lock = new StampedLock(); Ends.of(() -> { long stamp = lock.readLock(); long write = lock.tryConvertToWriteLock(stamp); lock.unlock(write == 0 ? stamp : write); return write != 0; }, () -> { long stamp = lock.tryReadLock(); if (stamp != 0) { lock.unlockRead(stamp); } return stamp != 0 && lock.getReadLockCount() == 0; }); }
            case "stampedTimed" -> { StampedLock lock = new StampedLock(); Ends.of(() -> { long stamp = lock.tryWriteLock(1, TimeUnit.SECONDS); lock.unlock(stamp); return ""; }, () -> { long stamp = lock.tryWriteLock(); if (stamp != 0) { lock.unlock(stamp); } return stamp != 0; }); }
            case "stampedInterruptLate" -> { StampedLock lock = new StampedLock(); Thread[] all = new Thread[1]; all[0] = new Thread(() -> seen = Ends.found(lock::writeLockInterruptibly).length()); all[0].start(); Ends.of(() -> { all[0].interrupt(); return lock.isWriteLocked(); }); all[0].join(); Ends.of(() -> seen > 9); }
            case "phaseInterruptLate" -> { Phaser phaser = new Phaser(1); Thread[] all = new Thread[1]; all[0] = new Thread(() -> { seen = Ends.found(() -> phaser.awaitAdvanceInterruptibly(0)).length(); }); all[0].start(); Ends.of(() -> { phaser.arrive(); all[0].interrupt(); return seen; }); all[0].join(); Ends.of(() -> seen); }
            case "stampedMix" -> { StampedLock lock = new StampedLock(); Ends.of(() -> { long stamp = lock.writeLock(); guarded = 1; lock.unlockWrite(stamp); return ""; }, () -> { long stamp = lock.writeLock(); guarded += 2; lock.unlockWrite(stamp); return ""; }); Ends.of(() -> guarded); }
            case "publisher" -> {
                SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 2);
                publisher.consume(v -> ran.addAndGet(v));
                Ends.of(() -> { publisher.submit(1); return ran.get(); }, () -> { publisher.close(); return publisher.hasSubscribers(); });
            }
            case "forkWho" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> { pool.invoke(new Act(() -> { Thread me = Thread.currentThread(); Act child = new Act(() -> seen = Thread.currentThread() == me ? 1 : 2); child.fork(); child.join(); })); return seen; }); }
            case "forkOrder" -> { ForkJoinPool pool = new ForkJoinPool(workers); StringBuffer order = new StringBuffer(); Ends.of(() -> { pool.invoke(new Act(() -> { Act first = new Act(() -> order.append('1')); Act second = new Act(() -> order.append('2')); first.fork(); second.fork(); first.join(); second.join(); })); return order; }); }
            case "forkTwoSubmit" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> { pool.submit(() -> ran.incrementAndGet()).join(); return ran.get(); }, () -> { pool.submit(() -> ran.incrementAndGet()).join(); return ran.get(); }); }
            case "forkCancel" -> { ForkJoinPool pool = new ForkJoinPool(workers); ForkJoinTask<?> task = pool.submit(() -> { seen = 1; }); Ends.of(() -> task.cancel(true) + " " + task.isDone() + " " + seen); }
            case "forkShutdown" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> { pool.submit(() -> { seen = 1; }); return ""; }, () -> { pool.shutdown(); return pool.awaitTermination(99, TimeUnit.DAYS) + " " + seen; }); }
            case "forkShutdownNow" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> { pool.submit(() -> { seen = 1; }); return ""; }, () -> { pool.shutdownNow(); return pool.isTerminated() + " " + seen; }); }
            case "forkDaemon" -> { ForkJoinPool.commonPool().execute(() -> seen = 1); Ends.of(() -> seen); }
            case "forkTimed" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> { ForkJoinTask<Integer> task = pool.submit(() -> seen = 3); return Ends.found(() -> task.get(1, TimeUnit.SECONDS)) + " " + seen; }); }
            case "forkUnfork" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> { StringBuffer told = new StringBuffer(); pool.invoke(new Act(() -> { Act child = new Act(() -> seen = 1); child.fork(); boolean back = child.tryUnfork(); told.append(back); if (!back) { child.join(); } })); return told + " " + seen; }); }
            case "forkAll" -> { ForkJoinPool pool = new ForkJoinPool(workers); StringBuffer order = new StringBuffer(); Ends.of(() -> { pool.invoke(new Act(() -> ForkJoinTask.invokeAll(new Act(() -> order.append('1')), new Act(() -> order.append('2'))))); return order; }); }
            case "forkFails" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> Ends.found(() -> pool.invoke(new Act(() -> { Act child = new Act(() -> { throw new IllegalStateException(); }); child.fork(); try { child.join(); } catch (IllegalStateException e) { seen = 1; throw new UnsupportedOperationException(); } }))) + " " + seen); }
            case "forkCompleted" -> { ForkJoinPool pool = new ForkJoinPool(workers); ForkJoinTask<Integer> task = pool.submit(() -> 1); Ends.of(() -> task.isDone() + " " + task.isCompletedNormally() + " " + task.getRawResult()); }
            case "forkCounted" -> {
                ForkJoinPool pool = new ForkJoinPool(workers);
                Ends.of(() -> {
                    class Part extends CountedCompleter<Void> {
                        final boolean whole;

                        Part(Part parent, boolean whole) {
                            super(parent);
                            this.whole = whole;
                        }

                        @Override
                        public void compute() {
                            if (whole) {
                                setPendingCount(2);
                                new Part(this, false).fork();
                                new Part(this, false).fork();
                            } else {
                                ran.incrementAndGet();
                            }
                            tryComplete();
                        }

                        @Override
                        public void onCompletion(CountedCompleter<?> caller) {
                            seen++;
                        }
                    }
                    pool.invoke(new Part(null, true));
                    return ran.get() + " " + seen;
                });
            }
            case "forkCounts" -> { ForkJoinPool pool = new ForkJoinPool(workers); Ends.of(() -> { pool.submit(() -> seen = 1).join(); return pool.getPoolSize() + " " + pool.getActiveThreadCount() + " " + pool.getRunningThreadCount() + " " + pool.isQuiescent() + " " + pool.getStealCount(); }); }
            case "asyncWho" -> { Thread me = Thread.currentThread(); Ends.of(() -> { CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> seen = 1).thenApply(v -> Thread.currentThread().isDaemon() ? 1 : 2); return one.join() + " " + seen; }); }
            case "stream" -> Ends.of(() -> IntStream.range(0, 2).parallel().map(v -> ran.addAndGet(v + 1)).sum());
            case "streamFails" -> Ends.of(() -> IntStream.range(0, 2).parallel().map(v -> { ran.incrementAndGet(); if (v == 1) { throw new IllegalStateException(); } return v; }).sum(), () -> ran.get());
            case "streamFind" -> Ends.of(() -> IntStream.range(0, 2).parallel().filter(v -> ran.incrementAndGet() > 0).findAny().getAsInt());
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
