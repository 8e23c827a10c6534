//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** park returns at once while the interrupt flag is set, and nobody clears it. */
import java.util.concurrent.locks.LockSupport;

public class InterruptedPark {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            while (!done) { //~ LIVELOCK
                LockSupport.park(); //~ LIVELOCK
            }
        });
        t.start();
        t.interrupt();
    }
}
