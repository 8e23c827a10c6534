//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 2351 on 17, 2920 on 25
/** submit and get order the task's work. */
import java.util.concurrent.*;

public class HandOffExecutor {
    static int data;

    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newSingleThreadExecutor();
        data = 1;
        ex.submit(() -> data++).get();
        data++;
        ex.shutdown();
        assert data == 3;
    }
}
