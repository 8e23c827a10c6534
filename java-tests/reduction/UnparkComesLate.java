//@ verdict: verified
//@ outcomes: 0 1 2
//@ states: 70
/**
 * A permit may come after a thread has parked because of what was written before it: giving a permit does not move to the
 * left. If it did, both permits would be there before the first park, and be one.
 */
import java.util.concurrent.locks.LockSupport;

public class UnparkComesLate {
    static volatile boolean ready;
    static volatile int parks;

    public static void main(String[] args) throws InterruptedException {
        Thread parker = new Thread(() -> {
            while (!ready) {
                Thread.onSpinWait();
            }
            LockSupport.park();
            parks = 1;
            LockSupport.park();
            parks = 2;
        });
        parker.start();
        ready = true;
        LockSupport.unpark(parker);
        LockSupport.unpark(parker);
        int seen = parks;
        while (parks < 2) {
            LockSupport.unpark(parker);
        }
        parker.join();
        Outcome.is(String.valueOf(seen), args);
    }
}
