//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** Executions that the driver drops do not run for ever. */
import gov.nasa.jpf.vm.Verify;

public class IgnoredForever {
    static volatile boolean set;

    public static void main(String[] args) {
        new Thread(() -> {
            if (Verify.getBoolean()) {
                set = true;
            }
        }).start();
        while (!set) {
            Verify.ignoreIf(Verify.getBoolean());
        }
    }
}
