//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A task waits for another task of the same single thread. */
import java.util.concurrent.*;

public class PoolStarvation {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newSingleThreadExecutor();
        Future<Integer> outer = ex.submit(() -> ex.submit(() -> 1).get()); //~ BLOCKED
        outer.get(); //~ BLOCKED
    }
}
