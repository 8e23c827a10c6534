//@ verdict: verified
//@ flags: -Dsize.values=3:-4,{5} -Dspeed.class=.vm.choice.DoubleThresholdGenerator -Dspeed.low=-1.5 -Dspeed.threshold=0 -Dspeed.high=2.5
//@ outcomes: s3|-1.5 s3|0.0 s3|2.5 s-4|-1.5 s-4|0.0 s-4|2.5 s5|-1.5 s5|0.0 s5|2.5
//@ states: 1

import gov.nasa.jpf.vm.Verify;

/** All numbers that the properties describe, and no others. */
public class VerifyByName {
    public static void main(String[] args) {
        if (!Verify.isRunningInJPF()) {
            return;
        }
        Outcome.is("s" + Verify.getInt("size") + "|" + Verify.getDouble("speed"), args);
    }
}
