//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The signal may come before the wait, and nothing remembers it. */
public class MissedSignal {
    public static void main(String[] args) throws Exception {
        Object m = new Object();
        new Thread(() -> {
            synchronized (m) {
                m.notify();
            }
        }).start();
        synchronized (m) {
            m.wait(); //~ BLOCKED
        }
    }
}
