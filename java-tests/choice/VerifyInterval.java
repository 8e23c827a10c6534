//@ verdict: assertion
//@ revisions: up down
//@[up] flags: -Dsize.min=1 -Dsize.max=9 -Dsize.delta=4
//@[down] flags: -Dsize.class=gov.nasa.jpf.vm.choice.IntIntervalGenerator -Dsize.min=9 -Dsize.max=1 -Dsize.delta=-4

import gov.nasa.jpf.vm.Verify;

/** 1, 5 and 9, whatever the order; the last of them fails either way. */
public class VerifyInterval {
    public static void main(String[] args) {
        int size = Verify.getInt("size");
        if (size == 1 || size == 9) {
            assert Verify.getInt("size") != 5; //~ ASSERTION
        }
    }
}
