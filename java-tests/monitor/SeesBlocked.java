//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A thread that waits to enter a monitor can be seen to do so. */
public class SeesBlocked {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) { }
        });
        synchronized (lock) {
            t.start();
            assert t.getState() != Thread.State.BLOCKED;    //~ ASSERTION
        }
    }
}
