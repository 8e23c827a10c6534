//@ verdict: assertion
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** Levin et al. 2005, figure 3: the state after a release is a commit point of its own. */
public class IgnoringLeftMovers {
    static final Object M = new Object();
    static int x;
    static volatile int y;

    public static void main(String[] args) {
        Thread t1 = new Thread(() -> {
            synchronized (M) {
                y = 42;
                x = 1;
            }
            while (true) { }
        });
        t1.setDaemon(true);
        Thread t2 = new Thread(() -> {
            synchronized (M) {
                assert x == 0; //~ ASSERTION
            }
        });
        Thread t3 = new Thread(() -> y = 10);
        t1.start();
        t2.start();
        t3.start();
    }
}
