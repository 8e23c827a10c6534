//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The condition is tested outside the monitor: it may change between the test and the wait. */
public class LostWakeUp {
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        Object m = new Object();
        new Thread(() -> {
            ready = true;
            synchronized (m) {
                m.notifyAll();
            }
        }).start();
        if (!ready) {
            synchronized (m) {
                m.wait(); //~ BLOCKED
            }
        }
    }
}
