//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 37 on 17, 28 on 25
/** Waiting until another thread is blocked ends, and it stays blocked as long as the monitor is held. */
public class SpinsUntilBlocked {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) { }
        });
        synchronized (lock) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            assert t.getState() == Thread.State.BLOCKED;
        }
        t.join();
        assert t.getState() == Thread.State.TERMINATED;
    }
}
