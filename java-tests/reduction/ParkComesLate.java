//@ verdict: deadlock
/**
 * Both permits may come before the thread parks for the first time, and then they are one: parking does not move to the
 * left, up to what its thread did before.
 */
import java.util.concurrent.locks.LockSupport;

public class ParkComesLate {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread parker = new Thread(() -> {
            ready = true;
            LockSupport.park();
            LockSupport.park(); //~ BLOCKED
        });
        parker.start();
        while (!ready) {
            Thread.onSpinWait();
        }
        LockSupport.unpark(parker);
        LockSupport.unpark(parker);
        parker.join(); //~ BLOCKED
    }
}
