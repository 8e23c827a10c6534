//@ verdict: deadlock
/**
 * ThreadPoolExecutor of JDK 17 and 25: `execute` beside `shutdown` can accept a task that no thread will run, and then
 * `awaitTermination` never returns.
 *
 * One thread has counted a new worker and has not added it yet. Another one finds the pool full and queues its task. The pool is
 * shut down. Now the first thread sees that, takes back its worker and its count, and finds a queue that is not empty: so it leaves
 * the pool to whoever works on the queue, and there is no such thread.
 */
import java.util.concurrent.*;

public class AcceptedTaskIsLost {
    static void offer(ThreadPoolExecutor pool) {
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            // It came too late.
        }
    }

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        Thread other = new Thread(() -> offer(pool));
        other.start();
        offer(pool);
        pool.shutdown();
        other.join();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS); //~ BLOCKED
    }
}
