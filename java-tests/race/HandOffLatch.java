//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 3
/** A plain field handed over by a latch. */
import java.util.concurrent.CountDownLatch;

public class HandOffLatch {
    static int data;

    public static void main(String[] args) throws Exception {
        CountDownLatch l = new CountDownLatch(1);
        new Thread(() -> {
            data = 42;
            l.countDown();
        }).start();
        l.await();
        assert data == 42;
    }
}
