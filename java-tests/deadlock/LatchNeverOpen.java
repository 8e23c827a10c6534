//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A latch that is counted down once too few. */
import java.util.concurrent.CountDownLatch;

public class LatchNeverOpen {
    public static void main(String[] args) throws Exception {
        CountDownLatch l = new CountDownLatch(2);
        new Thread(l::countDown).start();
        l.await(); //~ BLOCKED
    }
}
