//@ verdict: assertion
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** Levin et al. 2005, figure 2: one branch of a choice loops, the other ends; no cycle detection is needed. */
import gov.nasa.jpf.vm.Verify;

public class IgnoringBranch {
    static volatile int g;

    public static void main(String[] args) {
        Thread t1 = new Thread(() -> {
            g = 1;
            if (Verify.getBoolean()) {
                while (true) { }
            }
        });
        t1.setDaemon(true);
        Thread t2 = new Thread(() -> {
            assert g == 0; //~ ASSERTION
        });
        t1.start();
        t2.start();
    }
}
