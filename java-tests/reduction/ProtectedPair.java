//@ verdict: verified
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
//@ states: 26
/** Two fields kept equal under one lock: the discipline is inferred and never withdrawn. */
public class ProtectedPair {
    static final Object M = new Object();
    static int a, b;

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 2; j++) {
                    synchronized (M) {
                        a++;
                        b++;
                    }
                    synchronized (M) {
                        assert a == b;
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert a == 4;
    }
}
