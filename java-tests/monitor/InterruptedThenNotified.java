//@ verdict: verified
//@ outcomes: throws pending
//@ states: 30
/** A waiter that is interrupted and then notified may still be in the wait set: it returns, and its interrupt is pending. */
public class InterruptedThenNotified {
    static final Object M = new Object();

    public static void main(String[] args) {
        Thread waiter = Thread.currentThread();
        String how;
        synchronized (M) {
            new Thread(() -> {
                synchronized (M) {
                    waiter.interrupt();
                    M.notify();
                }
            }).start();
            try {
                M.wait();
                how = Thread.interrupted() ? "pending" : "returns";
            } catch (InterruptedException e) {
                how = Thread.interrupted() ? "both" : "throws";
            }
        }
        Outcome.is(how, args);
    }
}
