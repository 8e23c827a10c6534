//@ verdict: inconclusive unsupported: gov.nasa.jpf.vm.Verify.getCounter: counters are outside of the state

import gov.nasa.jpf.vm.Verify;

/** Equal states would go on differently. */
public class VerifyReadsCounter {
    public static void main(String[] args) {
        boolean first = Verify.getBoolean();
        Verify.incrementCounter(0);
        if (Verify.getCounter(0) == 2) {
            throw new IllegalStateException("the second execution");
        }
    }
}
