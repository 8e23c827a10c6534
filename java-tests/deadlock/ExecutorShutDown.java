//@ verdict: verified
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 1978 on 17, 1993 on 25
/** A pool that is shut down ends the program. */
import java.util.concurrent.*;

public class ExecutorShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(1);
        Future<Integer> f = ex.submit(() -> 41 + 1);
        assert f.get() == 42;
        ex.shutdown();
    }
}
