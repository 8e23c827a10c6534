//@ verdict: inconclusive unsupported: gov.nasa.jpf.vm.Verify.terminateSearch: the program asks to end the search

import gov.nasa.jpf.vm.Verify;

/** What was not explored is not verified. */
public class VerifyTerminates {
    public static void main(String[] args) {
        if (Verify.getInt(0, 5) == 3) {
            Verify.terminateSearch();
        }
    }
}
