//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** main joins a thread that needs a lock main holds. */
public class JoinHoldingLock {
    static final Object M = new Object();

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (M) { //~ BLOCKED
            }
        });
        t.start();
        synchronized (M) {
            t.join(); //~ BLOCKED
        }
    }
}
