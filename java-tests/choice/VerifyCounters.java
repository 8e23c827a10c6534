//@ verdict: verified
//@ states: 3

import gov.nasa.jpf.vm.Verify;

/** Counting does not tell states apart, and before there is a choice a program may read what it has counted. */
public class VerifyCounters {
    static volatile int turns;

    public static void main(String[] args) throws InterruptedException {
        Verify.setCounter(0, 7);
        Verify.resetCounter(0);
        assert Verify.incrementCounter(0) == 1 && Verify.getCounter(0) == 1 && Verify.getCounter(5) == 0;
        Verify.putValue("key", 3);
        assert Verify.getValue("key") == 3 && Verify.getValue("other") == Verify.NO_VALUE;
        Verify.setBitInBitSet(1, 2, true);
        assert Verify.getBitInBitSet(1, 2) && !Verify.getBitInBitSet(1, 3);
        Verify.resetCounter(0);
        Thread other = new Thread(() -> {
            Verify.incrementCounter(1);
            turns++;
        });
        other.start();
        if (Verify.getInt(0, 2) == 1) {
            Verify.incrementCounter(0);
        }
        Verify.incrementCounter(2);
        other.join();
        turns++;
        // A loop that counts has as many states as one that does not.
        for (int round = 0; Verify.getBoolean(); round = 0) {
            Verify.incrementCounter(3);
        }
    }
}
