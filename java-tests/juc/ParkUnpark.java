//@ run
/** LockSupport permits: at most one, given before or after parking; blockers; interrupts. */
import java.util.concurrent.locks.LockSupport;

public class ParkUnpark {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        System.out.println("permit used");
        LockSupport.parkNanos(1_000_000);
        System.out.println("second park timed out");
        LockSupport.parkNanos(-5);
        LockSupport.parkUntil(1);
        Thread t = new Thread(() -> {
            while (!flag) {
                LockSupport.park("the blocker");
            }
            System.out.println("unparked");
        });
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        System.out.println(LockSupport.getBlocker(t));
        flag = true;
        LockSupport.unpark(t);
        t.join();
        System.out.println(LockSupport.getBlocker(t));
        Thread i = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            System.out.println("park returns at once while interrupted: " + Thread.interrupted());
        });
        i.start();
        i.interrupt();
        i.join();
        LockSupport.unpark(null);
        LockSupport.unpark(t);
    }
}
