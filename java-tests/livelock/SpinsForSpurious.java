//@ verdict: livelock
//@ revisions: none transactions spurious
//@[none] flags: --reduction none --canon full --spurious
//@[spurious] flags: --spurious
import java.util.concurrent.locks.LockSupport;

/** A thread that spins waits for another one, which nobody will ever unpark. */
public class SpinsForSpurious {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread parks = new Thread(() -> {
            LockSupport.park();
            done = true;
        });
        parks.start();
        while (!done) { //~ LIVELOCK
            Thread.yield();
        }
    }
}
