//@ verdict: verified
//@ outcomes: 1|2|0.5|1.5|3 1|2|0.5|1.5|4 1|2|0.5|-1.5|3 1|2|0.5|-1.5|4 1|2|-0.5|1.5|3 1|2|-0.5|1.5|4 1|2|-0.5|-1.5|3 1|2|-0.5|-1.5|4 1|-2|0.5|1.5|3 1|-2|0.5|1.5|4 1|-2|0.5|-1.5|3 1|-2|0.5|-1.5|4 1|-2|-0.5|1.5|3 1|-2|-0.5|1.5|4 1|-2|-0.5|-1.5|3 1|-2|-0.5|-1.5|4
//@ states: 1

import gov.nasa.jpf.vm.Verify;

/** Every value of every kind of list is explored, and bounds may be given in either order. */
public class VerifyAllSets {
    public static void main(String[] args) {
        String outcome = Verify.getIntFromList(1) + "|" + Verify.getLongFromList(2, -2) + "|"
            + Verify.getFloatFromList(0.5f, -0.5f) + "|" + Verify.getDoubleFromList(1.5, -1.5) + "|" + Verify.getInt(4, 3);
        Outcome.is(outcome, args);
    }
}
