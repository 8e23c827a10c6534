//@ verdict: verified
//@ outcomes: notified interrupted
//@ states: 85 on 17, 91 on 25
/**
 * A waiter may be interrupted because of what its notifier wrote, before it is notified: where waits can be interrupted, a
 * notification does not move to the left.
 */
public class NotifyComesLate {
    static final Object M = new Object();
    static boolean waiting;
    static boolean done;
    static volatile boolean announced;

    public static void main(String[] args) throws InterruptedException {
        String[] end = new String[1];
        Thread waiter = new Thread(() -> {
            synchronized (M) {
                waiting = true;
                try {
                    while (!done) {
                        M.wait();
                    }
                    end[0] = "notified";
                } catch (InterruptedException e) {
                    end[0] = "interrupted";
                }
            }
        });
        Thread notifier = new Thread(() -> {
            synchronized (M) {
                if (waiting) {
                    done = true;
                    announced = true;
                    M.notify();
                }
            }
        });
        waiter.start();
        notifier.start();
        if (announced) {
            waiter.interrupt();
        }
        notifier.join();
        synchronized (M) {
            done = true;
            M.notify();
        }
        waiter.join();
        Outcome.is(end[0], args);
    }
}
