//@ verdict: assertion

import gov.nasa.jpf.vm.Verify;

/** Every element of the list is an answer, the last as well as the first. */
public class ChooseFromLongs {
    public static void main(String[] args) {
        long chosen = Verify.getLongFromList(1L << 40, 7L, -1L);
        assert chosen == 1L << 40 || chosen == 7L || chosen == -1L;
        assert chosen != -1L; //~ ASSERTION
    }
}
