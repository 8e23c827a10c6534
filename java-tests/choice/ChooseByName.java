//@ verdict: inconclusive unsupported: gov.nasa.jpf.vm.Verify.getInt: the properties size.min and size.max, or size.values, say what to choose from, and are given by -D

import gov.nasa.jpf.vm.Verify;

/** Nothing says what the name stands for, and the code of the class itself must not answer. */
public class ChooseByName {
    public static void main(String[] args) {
        assert Verify.getInt("size") < 10;
    }
}
