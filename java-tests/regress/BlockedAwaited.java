//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Waiting until another thread is blocked comes to an end. */
public class BlockedAwaited {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) { }
        });
        synchronized (LOCK) {
            other.start();
            while (other.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
        }
        other.join();
    }
}
