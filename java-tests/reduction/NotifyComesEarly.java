//@ verdict: verified
//@ outcomes: none,interrupted unseen,interrupted unseen,notified seen,interrupted seen,notified
//@ states: 132 on 17, 147 on 25
/**
 * A waiter may be interrupted after it was notified and before its notifier looks: where waits can be interrupted, a
 * notification does not move to the right.
 */
public class NotifyComesEarly {
    static final Object M = new Object();
    static boolean waiting;
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        String[] end = new String[1];
        String[] seen = {"none"};
        Thread waiter = new Thread(() -> {
            synchronized (M) {
                waiting = true;
                try {
                    M.wait();
                    end[0] = "notified";
                } catch (InterruptedException e) {
                    end[0] = "interrupted";
                }
            }
        });
        Thread notifier = new Thread(() -> {
            synchronized (M) {
                if (waiting) {
                    M.notify();
                    seen[0] = interrupted ? "seen" : "unseen";
                }
            }
        });
        waiter.start();
        notifier.start();
        waiter.interrupt();
        interrupted = true;
        waiter.join();
        notifier.join();
        Outcome.is(seen[0] + "," + end[0], args);
    }
}
