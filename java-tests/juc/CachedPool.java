//@ run
/** Cached and custom pools: ThreadPoolExecutor hooks, sizes, rejection policies. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class CachedPool {
    public static void main(String[] args) throws Exception {
        ExecutorService cached = Executors.newCachedThreadPool();
        CountDownLatch all = new CountDownLatch(3);
        List<Future<Boolean>> fs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            fs.add(cached.submit(() -> {
                all.countDown();
                return all.await(30, TimeUnit.SECONDS);
            }));
        }
        for (Future<Boolean> f : fs) {
            System.out.println("met the others " + f.get());
        }
        cached.shutdown();
        System.out.println(cached.awaitTermination(30, TimeUnit.SECONDS));
        AtomicInteger before = new AtomicInteger(), after = new AtomicInteger();
        boolean[] terminated = new boolean[1];
        ThreadPoolExecutor tp = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1)) {
            @Override
            protected void beforeExecute(Thread t, Runnable r) {
                before.incrementAndGet();
            }

            @Override
            protected void afterExecute(Runnable r, Throwable t) {
                after.incrementAndGet();
            }

            @Override
            protected void terminated() {
                terminated[0] = true;
            }
        };
        CountDownLatch hold = new CountDownLatch(1);
        Runnable waits = () -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        tp.execute(waits);
        tp.execute(waits);
        tp.execute(waits);
        System.out.println(tp.getPoolSize() + " " + tp.getQueue().size() + " " + tp.getCorePoolSize() + " " + tp.getMaximumPoolSize());
        try {
            tp.execute(waits);
        } catch (RejectedExecutionException e) {
            System.out.println("aborted");
        }
        tp.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        tp.execute(() -> System.out.println("runs in " + Thread.currentThread().getName()));
        tp.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        tp.execute(() -> System.out.println("discarded"));
        tp.setRejectedExecutionHandler((r, e) -> System.out.println("own handler " + e.isShutdown()));
        tp.execute(waits);
        hold.countDown();
        tp.shutdown();
        tp.awaitTermination(30, TimeUnit.SECONDS);
        System.out.println(before + " " + after + " " + terminated[0] + " " + tp.getCompletedTaskCount() + " " + tp.getLargestPoolSize());
        try {
            new ThreadPoolExecutor(2, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        ExecutorCompletionService<Integer> ecs = new ExecutorCompletionService<>(Runnable::run);
        ecs.submit(() -> 1);
        ecs.submit(() -> 2);
        System.out.println(ecs.take().get() + " " + ecs.poll().get() + " " + ecs.poll());
    }
}
