//@ verdict: verified
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
//@ states: 5
/** The same two monitors, always in the same order. */
public class LockOrder {
    static final Object A = new Object(), B = new Object();
    static int n;

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> {
                synchronized (A) {
                    synchronized (B) {
                        n++;
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert n == 2;
    }
}
