//@ verdict: verified
//@ outcomes: 0,0 0,1 1,0
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 14
/** LB with volatile fields: values do not come out of thin air. */
public class LoadBufferingVolatile {
    static volatile int x, y;
    static int r0, r1;

    public static void main(String[] args) throws Exception {
        Thread t0 = new Thread(() -> {
            r0 = x;
            y = 1;
        });
        Thread t1 = new Thread(() -> {
            r1 = y;
            x = 1;
        });
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        Outcome.is(r0 + "," + r1, args);
    }
}
