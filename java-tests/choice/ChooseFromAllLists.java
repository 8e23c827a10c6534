//@ verdict: verified
//@ states: 1

import gov.nasa.jpf.vm.Verify;

/** Only elements of the list are answers. */
public class ChooseFromAllLists {
    public static void main(String[] args) {
        double first = Verify.getDoubleFromList(0.5, -1e300);
        long second = Verify.getLongFromList(Long.MIN_VALUE, 3L);
        float third = Verify.getFloatFromList(1.5f, -0.25f);
        assert first == 0.5 || first == -1e300;
        assert second == Long.MIN_VALUE || second == 3L;
        assert third == 1.5f || third == -0.25f;
    }
}
