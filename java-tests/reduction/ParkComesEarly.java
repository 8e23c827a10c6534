//@ verdict: verified
//@ outcomes: unseen blocked passed
//@ states: 72
/**
 * Whoever sees the variable after its first park may have been given another permit in between: parking does not move to
 * the right, up to what its thread does afterwards.
 */
import java.util.concurrent.locks.LockSupport;

public class ParkComesEarly {
    static volatile boolean given;
    static volatile boolean passed;
    static volatile boolean over;

    public static void main(String[] args) throws InterruptedException {
        boolean[] saw = new boolean[1];
        Thread parker = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
            if (given) {
                saw[0] = true;
                LockSupport.park();
                passed = true;
            }
            over = true;
        });
        parker.start();
        LockSupport.unpark(parker);
        given = true;
        boolean early = passed;
        while (!over) {
            LockSupport.unpark(parker);
        }
        parker.join();
        Outcome.is(!saw[0] ? "unseen" : early ? "passed" : "blocked", args);
    }
}
