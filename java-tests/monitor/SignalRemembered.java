//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 5
/** The same with a flag: no schedule misses the signal. */
public class SignalRemembered {
    static boolean done;

    public static void main(String[] args) throws Exception {
        Object m = new Object();
        new Thread(() -> {
            synchronized (m) {
                done = true;
                m.notify();
            }
        }).start();
        synchronized (m) {
            while (!done) {
                m.wait();
            }
        }
    }
}
