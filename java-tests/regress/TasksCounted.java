//@ verdict: assertion
// A pool's worker counts its tasks in a field of a synchronizer that it holds; the reader does not hold it.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class TasksCounted {
    static volatile boolean ran;

    public static void main(String[] args) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.execute(() -> ran = true);
        if (ran) {
            assert pool.getCompletedTaskCount() == 1; //~ ASSERTION
        }
        pool.shutdown();
    }
}
