//@ verdict: assertion

import gov.nasa.jpf.vm.Verify;

/** Every element of the list is an answer, the last as well as the first. */
public class ChooseFromFloats {
    public static void main(String[] args) {
        float chosen = Verify.getFloatFromList(0.5f, 2.5f, 4.5f);
        assert chosen == 0.5f || chosen == 2.5f || chosen == 4.5f;
        assert chosen != 4.5f; //~ ASSERTION
    }
}
