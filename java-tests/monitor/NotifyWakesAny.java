//@ verdict: verified
//@ outcomes: 1 2
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 625 on 17, 336 on 25
/** notify may wake either of two waiters. */
public class NotifyWakesAny {
    static final Object M = new Object();
    static int woken;

    static void waiter(int id) {
        synchronized (M) {
            try {
                M.wait();
                if (woken == 0) {
                    woken = id;
                    M.notifyAll();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> waiter(1)), b = new Thread(() -> waiter(2));
        a.start();
        while (a.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        b.start();
        while (b.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        synchronized (M) {
            M.notify();
        }
        a.join();
        b.join();
        Outcome.is("" + woken, args);
    }
}
