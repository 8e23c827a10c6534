//@ run
/** Interrupts against every blocking call of java.util.concurrent. */
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class InterruptBlocking {
    interface Blocking {
        void run() throws Exception;
    }

    static void check(String name, Blocking b) throws Exception {
        String[] result = new String[1];
        Thread t = new Thread(() -> {
            try {
                b.run();
                result[0] = "returned";
            } catch (InterruptedException e) {
                result[0] = "interrupted, flag " + Thread.currentThread().isInterrupted();
            } catch (Exception e) {
                result[0] = e.toString();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(name + ": " + result[0]);
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock held = new ReentrantLock();
        held.lock();
        check("queue take", () -> new ArrayBlockingQueue<Integer>(1).take());
        check("queue poll", () -> new LinkedBlockingQueue<Integer>().poll(1, TimeUnit.DAYS));
        check("synchronous put", () -> new SynchronousQueue<Integer>().put(1));
        check("latch", () -> new CountDownLatch(1).await());
        check("semaphore", () -> new Semaphore(0).acquire());
        check("barrier", () -> new CyclicBarrier(2).await());
        check("lockInterruptibly", held::lockInterruptibly);
        check("tryLock", () -> held.tryLock(1, TimeUnit.DAYS));
        check("future get", () -> new CompletableFuture<Integer>().get());
        check("futuretask get", () -> new FutureTask<>(() -> 1).get(1, TimeUnit.DAYS));
        check("exchanger", () -> new Exchanger<Integer>().exchange(1));
        check("phaser", () -> new Phaser(1).awaitAdvanceInterruptibly(0));
        check("awaitTermination", () -> {
            ExecutorService e = Executors.newSingleThreadExecutor();
            try {
                e.awaitTermination(1, TimeUnit.DAYS);
            } finally {
                e.shutdown();
            }
        });
        check("delay queue", () -> new DelayQueue<>().take());
        check("condition", () -> {
            ReentrantLock l = new ReentrantLock();
            l.lock();
            l.newCondition().await();
        });
        check("write lock", () -> {
            ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
            rw.readLock().lock();
            rw.writeLock().lockInterruptibly();
        });
        check("park", LockSupport::park);
        held.unlock();
    }
}
