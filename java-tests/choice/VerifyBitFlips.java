//@ verdict: verified
//@ outcomes: 3 5 6 9 10 12 0
//@ states: 1

import gov.nasa.jpf.vm.Verify;

/** Any two of four bits; and of a byte the highest one may be among them. */
public class VerifyBitFlips {
    public static void main(String[] args) {
        if (Verify.getBoolean()) {
            assert Integer.bitCount(Verify.getBitFlip((byte) 0, 1) & 0xff) == 1;
            assert Integer.bitCount(Verify.getBitFlip((char) 0, 1)) == 1;
            assert Long.bitCount(Verify.getBitFlip(-1L, 1)) == 63;
            Outcome.is("0", args);
        } else {
            Outcome.is(String.valueOf(Verify.getBitFlip(0L, 2, 4)), args);
        }
    }
}
