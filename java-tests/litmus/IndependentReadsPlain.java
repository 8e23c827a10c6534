//@ verdict: verified
//@ outcomes: 0,0,0,0 0,0,0,1 0,0,1,0 0,0,1,1 0,1,0,0 0,1,0,1 0,1,1,0 0,1,1,1 1,0,0,0 1,0,0,1 1,0,1,1 1,1,0,0 1,1,0,1 1,1,1,0 1,1,1,1
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 98
/** IRIW with plain fields: two readers agree on the order of two independent writes. */
public class IndependentReadsPlain {
    static int x, y;
    static int r0, r1, r2, r3;

    public static void main(String[] args) throws Exception {
        Thread t0 = new Thread(() -> {
            x = 1;
        });
        Thread t1 = new Thread(() -> {
            y = 1;
        });
        Thread t2 = new Thread(() -> {
            r0 = x;
            r1 = y;
        });
        Thread t3 = new Thread(() -> {
            r2 = y;
            r3 = x;
        });
        t0.start();
        t1.start();
        t2.start();
        t3.start();
        t0.join();
        t1.join();
        t2.join();
        t3.join();
        Outcome.is(r0 + "," + r1 + "," + r2 + "," + r3, args);
    }
}
