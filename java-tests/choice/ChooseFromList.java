//@ verdict: verified
//@ outcomes: 3 5 8
//@ states: 1
/** The same through the interface of Java PathFinder. */
import gov.nasa.jpf.vm.Verify;

public class ChooseFromList {
    public static void main(String[] args) {
        Outcome.is("" + Verify.getIntFromList(3, 5, 8), args);
    }
}
