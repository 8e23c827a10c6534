//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 20
/** A timed wait without a notifier always ends. */
public class TimedWaitEnds {
    public static void main(String[] args) throws Exception {
        Object m = new Object();
        synchronized (m) {
            m.wait(10);
        }
        Thread.sleep(5);
        Thread t = new Thread(() -> { });
        t.start();
        t.join(5);
    }
}
