//@ verdict: verified
//@ states: 24
/** A wait in a monitor clears its interrupt when it has the monitor again, so a second one before that is lost. */
public class WaitInterruptedTwice {
    static volatile boolean pending;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    pending = Thread.currentThread().isInterrupted();
                }
            }
        });
        waiter.start();
        synchronized (lock) {
            waiter.interrupt();
            waiter.interrupt();
        }
        waiter.join();
        assert !pending;
    }
}
