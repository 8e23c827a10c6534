//@ verdict: verified
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 165
/** A pool of daemon threads may be left open. */
import java.util.concurrent.*;

public class ExecutorDaemon {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<Integer> f = ex.submit(() -> 41 + 1);
        assert f.get() == 42;
    }
}
