//@ verdict: verified
//@ outcomes: true0 true1 false0 false1
//@ states: 46 on 17, 49 on 25
/** Who waits and is interrupted has no interrupt any more when it has its monitor again, before it does anything else. */
public class InterruptCleared {
    static volatile int caught;
    static boolean waiting;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                waiting = true;
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    caught = 1;
                }
            }
        });
        waiter.start();
        boolean waits = false;
        while (!waits) {
            synchronized (lock) {
                waits = waiting;
            }
        }
        waiter.interrupt();
        boolean interrupted = waiter.isInterrupted();
        Outcome.is(interrupted + "" + caught, args);
    }
}
