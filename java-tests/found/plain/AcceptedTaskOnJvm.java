/**
 * Shows on a plain JVM what AcceptedTaskIsLost is about: with a thread factory that takes a while `awaitTermination` does not return.
 * Exits with 1 if that has happened.
 */
import java.util.concurrent.*;

public class AcceptedTaskOnJvm {
    static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void offer(ThreadPoolExecutor pool) {
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            // It came too late.
        }
    }

    public static void main(String[] args) throws Exception {
        int lost = 0;
        for (int round = 0; round < 5; round++) {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                pause(100);
                return new Thread(task);
            });
            Thread other = new Thread(() -> offer(pool));
            other.start();
            pause(30);
            offer(pool);
            pool.shutdown();
            other.join();
            if (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
                lost++;
                System.out.println("round " + round + ": no thread, " + pool.getPoolSize() + " workers, queued " + pool.getQueue().size());
            }
        }
        System.exit(lost > 0 ? 1 : 0);
    }
}
