//@ verdict: verified
//@ flags: -Dsize.values=3:-4,{5} -Dspeed.class=.vm.choice.DoubleThresholdGenerator -Dspeed.low=-1.5 -Dspeed.threshold=0 -Dspeed.high=2.5
//@ outcomes: 3|-1.5 3|0.0 3|2.5 -4|-1.5 -4|0.0 -4|2.5 5|-1.5 5|0.0 5|2.5

import gov.nasa.jpf.vm.Verify;

/** All numbers that the properties describe, and no others. */
public class VerifyByName {
    public static void main(String[] args) {
        Outcome.is(Verify.getInt("size") + "|" + Verify.getDouble("speed"), args);
    }
}
