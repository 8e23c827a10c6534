//@ verdict: assertion
//@ flags: --time free
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Sleeping does not order threads. */
public class SleepIsNoSync {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        new Thread(() -> x = 1).start();
        Thread.sleep(1000);
        assert x == 1; //~ ASSERTION
    }
}
