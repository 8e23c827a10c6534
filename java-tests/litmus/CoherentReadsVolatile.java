//@ verdict: verified
//@ outcomes: 0,0 0,1 0,2 1,1 1,2 2,2
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 20
/** CoRR with volatile fields: two reads of one location do not go back in time. */
public class CoherentReadsVolatile {
    static volatile int x;
    static int r0, r1;

    public static void main(String[] args) throws Exception {
        Thread t0 = new Thread(() -> {
            x = 1;
            x = 2;
        });
        Thread t1 = new Thread(() -> {
            r0 = x;
            r1 = x;
        });
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        Outcome.is(r0 + "," + r1, args);
    }
}
