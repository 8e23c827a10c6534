//@ verdict: verified
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
//@ states: 3
/** Spinning on a volatile flag that somebody sets is no divergence. */
public class SpinOnFlag {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> flag = true);
        t.start();
        while (!flag) {
            Thread.onSpinWait();
        }
    }
}
