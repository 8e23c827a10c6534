//@ verdict: verified
//@ outcomes: 0 1
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** One write against one late read: both values can be read, whatever the reduction. */
public class WriteSkipRead {
    static int x;
    static int r;

    public static void main(String[] args) throws Exception {
        Thread t0 = new Thread(() -> {
            x = 1;
        });
        Thread t1 = new Thread(() -> {
            Thread.onSpinWait();
            r = x;
        });
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        Outcome.is("" + r, args);
    }
}
