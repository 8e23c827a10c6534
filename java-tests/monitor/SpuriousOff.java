//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 5
/** The same without spurious wake-ups holds. */
public class SpuriousOff {
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
                m.wait();
            }
            assert done;
        }
    }
}
