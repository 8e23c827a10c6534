//@ verdict: verified
//@ outcomes: both lost
//@ states: 12
// A variable that each thread protects by another lock is not protected.
public class DifferentLocks {
    static final Object ONE = new Object(), OTHER = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            synchronized (ONE) {
                count++;
            }
        });
        thread.start();
        synchronized (OTHER) {
            count++;
        }
        thread.join();
        Outcome.is(count == 2 ? "both" : "lost", args);
    }
}
