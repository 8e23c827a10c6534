//@ verdict: deadlock
/**
 * ScheduledThreadPoolExecutor of JDK 17 and 25: `schedule` beside `shutdown` can accept a task that no thread will run, so that
 * `get` of its future never returns.
 *
 * One thread finds that the pool runs. Another one shuts it down, and finds an empty queue. The first one queues its task and finds that
 * the pool is about to end, but may still run what is queued. Now the other one ends the pool, and the first finds that no worker
 * can be added any more.
 */
import java.util.concurrent.*;

public class ScheduledTaskIsLost {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        Thread other = new Thread(pool::shutdown);
        other.start();
        try {
            pool.schedule(() -> { }, 1, TimeUnit.SECONDS).get(); //~ BLOCKED
        } catch (RejectedExecutionException | CancellationException e) {
            // It came too late.
        }
        other.join();
    }
}
