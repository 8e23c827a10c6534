//@ verdict: assertion

import gov.nasa.jpf.vm.Verify;

/** Every element of the list is an answer, the last as well as the first. */
public class ChooseFromDoubles {
    public static void main(String[] args) {
        double chosen = Verify.getDoubleFromList(0.5, 2.5, 4.5);
        assert chosen == 0.5 || chosen == 2.5 || chosen == 4.5;
        assert chosen != 4.5; //~ ASSERTION
    }
}
