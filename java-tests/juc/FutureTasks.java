//@ run
/** FutureTask: results, cancellation before and during the run, done hook, timed get. */
import java.util.concurrent.*;

public class FutureTasks {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> f = new FutureTask<>(() -> 42) {
            @Override
            protected void done() {
                System.out.println("done, cancelled " + isCancelled());
            }
        };
        try {
            f.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e);
        }
        Thread t = new Thread(f);
        t.start();
        t.join();
        System.out.println(f.get() + " " + f.isDone() + " " + f.cancel(true));
        FutureTask<String> never = new FutureTask<>(() -> "x");
        System.out.println(never.cancel(false) + " " + never.isCancelled());
        never.run();
        try {
            never.get();
        } catch (CancellationException e) {
            System.out.println(e);
        }
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        FutureTask<Void> running = new FutureTask<>(() -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                System.out.println("task interrupted");
                seen.countDown();
            }
            return null;
        });
        Thread r = new Thread(running);
        r.start();
        started.await();
        boolean cancelled = running.cancel(true);
        seen.await();
        r.join();
        System.out.println(cancelled);
        FutureTask<Object> fails = new FutureTask<>(() -> {
            throw new java.io.IOException("disk");
        });
        fails.run();
        try {
            fails.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        FutureTask<String> runnable = new FutureTask<>(() -> { }, "result");
        runnable.run();
        System.out.println(runnable.get() + " " + runnable.toString().replaceAll("@[0-9a-f]+", ""));
    }
}
