//@ verdict: verified
//@ revisions: free virtual
//@[virtual] flags: --time virtual
//@[free] states: 7300 on 17, 7340 on 25
//@[virtual] states: 803 on 17, 807 on 25
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A task that was scheduled for later has not run before that. */
public class ScheduledLater {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        long began = System.nanoTime();
        pool.schedule(() -> 1, 200, TimeUnit.MILLISECONDS).get();
        assert System.nanoTime() - began >= 200_000_000;
        pool.shutdown();
    }
}
