//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/**
 * A task waits for another task of the same single thread. Newer JDKs give such a pool a cleaner, a daemon that wakes up
 * by time-out again and again: the program does not stand still there, but the two wait for ever all the same.
 */
import java.util.concurrent.*;

public class PoolStarvation {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newSingleThreadExecutor();
        Future<Integer> outer = ex.submit(() -> ex.submit(() -> 1).get()); //~ BLOCKED
        outer.get(); //~ BLOCKED
    }
}
