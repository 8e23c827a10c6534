//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A thread that cannot enter a monitor is seen to be blocked. */
public class BlockedShows {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            synchronized (LOCK) { }
        });
        synchronized (LOCK) {
            other.start();
            assert other.getState() != Thread.State.BLOCKED; //~ ASSERTION
        }
    }
}
