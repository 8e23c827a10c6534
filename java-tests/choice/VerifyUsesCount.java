//@ verdict: inconclusive unsupported: gov.nasa.jpf.vm.Verify.incrementCounter: counters are outside of the state

import gov.nasa.jpf.vm.Verify;

/** The result of counting is a look at the counter. */
public class VerifyUsesCount {
    public static void main(String[] args) {
        boolean first = Verify.getBoolean();
        if (Verify.incrementCounter(0) == 2) {
            throw new IllegalStateException("the second execution");
        }
    }
}
