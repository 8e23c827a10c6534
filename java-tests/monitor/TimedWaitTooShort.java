//@ verdict: assertion
//@ flags: --time free
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A time-out may expire before the notification, however long it is. */
public class TimedWaitTooShort {
    static boolean done;

    public static void main(String[] args) throws Exception {
        Object m = new Object();
        new Thread(() -> {
            synchronized (m) {
                done = true;
                m.notifyAll();
            }
        }).start();
        synchronized (m) {
            if (!done) {
                m.wait(1_000_000);
            }
            assert done; //~ ASSERTION
        }
    }
}
