//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A thread that gives itself the permit before every park never waits. */
import java.util.concurrent.locks.LockSupport;

public class ParkWithPermit {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> { }).start();
        while (!done) { //~ LIVELOCK
            LockSupport.unpark(Thread.currentThread()); //~ LIVELOCK
            LockSupport.park(); //~ LIVELOCK
        }
    }
}
