//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ jdk: 17
/**
 * A task waits for another task of the same single thread. Newer JDKs give such a pool a cleaner, a daemon that wakes up
 * by time-out again and again: the program never stands still there, and that is no deadlock in the strict sense.
 */
import java.util.concurrent.*;

public class PoolStarvation {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newSingleThreadExecutor();
        Future<Integer> outer = ex.submit(() -> ex.submit(() -> 1).get()); //~ BLOCKED
        outer.get(); //~ BLOCKED
    }
}
