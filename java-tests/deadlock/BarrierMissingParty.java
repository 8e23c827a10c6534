//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** A barrier for three that only two reach. */
import java.util.concurrent.CyclicBarrier;

public class BarrierMissingParty {
    static final CyclicBarrier B = new CyclicBarrier(3);

    static void arrive() {
        try {
            B.await(); //~ BLOCKED
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(BarrierMissingParty::arrive).start();
        new Thread(BarrierMissingParty::arrive).start();
    }
}
