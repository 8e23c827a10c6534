//@ verdict: assertion
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** Levin et al. 2005, appendix C: the path ends in assume(false) after the commit; the other thread still runs there. */
import gov.nasa.jpf.vm.Verify;

public class IgnoringAssume {
    static volatile int g;

    public static void main(String[] args) {
        Thread t1 = new Thread(() -> {
            g = 1;
            Verify.ignoreIf(true);
        });
        Thread t2 = new Thread(() -> {
            assert g == 0; //~ ASSERTION
        });
        t1.start();
        t2.start();
    }
}
