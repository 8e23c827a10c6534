//@ verdict: inconclusive unsupported: gov.nasa.jpf.vm.Verify.setProperties: a setting is no part of the state and would not be undone; give it by -Dsize.max=4
//@ flags: -Dsize.min=0 -Dsize.max=3

import gov.nasa.jpf.vm.Verify;

/** A choice must not depend on which execution came first. */
public class VerifySetsProperty {
    public static void main(String[] args) {
        if (Verify.getBoolean()) {
            Verify.setProperties("size.max=4");
        }
        assert Verify.getInt("size") < 4;
    }
}
