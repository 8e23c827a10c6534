//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A pool that is never shut down keeps a non-daemon worker waiting for ever. */
import java.util.concurrent.*;

public class ExecutorNotShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(1);
        Future<Integer> f = ex.submit(() -> 41 + 1);
        assert f.get() == 42;
    }
}
