//@ verdict: verified
//@ outcomes: 0,1 1,0 1,1
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 14
/** SB with plain fields: under sequential consistency both readers cannot miss. */
public class StoreBufferingPlain {
    static int x, y;
    static int r0, r1;

    public static void main(String[] args) throws Exception {
        Thread t0 = new Thread(() -> {
            x = 1;
            r0 = y;
        });
        Thread t1 = new Thread(() -> {
            y = 1;
            r1 = x;
        });
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        Outcome.is(r0 + "," + r1, args);
    }
}
