//@ verdict: verified
//@ outcomes: 2 3 4
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 58
/** Two threads increment twice without a lock: every sum from two to four. */
public class IncrementTwice {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread t0 = new Thread(() -> {
            x = x + 1;
            x = x + 1;
        });
        Thread t1 = new Thread(() -> {
            x = x + 1;
            x = x + 1;
        });
        t0.start();
        t1.start();
        t0.join();
        t1.join();
        Outcome.is("" + x, args);
    }
}
