//@ verdict: verified
//@ outcomes: thrown returned
/** A waiting thread that is interrupted and then notified may do either: throw, or return and stay interrupted. */
public class InterruptThenNotify {
    static boolean waiting;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        String[] end = new String[1];
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                waiting = true;
                try {
                    lock.wait();
                    assert Thread.currentThread().isInterrupted();
                    end[0] = "returned";
                } catch (InterruptedException e) {
                    assert !Thread.currentThread().isInterrupted();
                    end[0] = "thrown";
                }
            }
        });
        waiter.start();
        synchronized (lock) {
            if (waiting) {
                waiter.interrupt();
                lock.notify();
            } else {
                waiter.interrupt();
            }
        }
        waiter.join();
        Outcome.is(end[0], args);
    }
}
