//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** A loop that a data choice may leave in every round is no livelock. */
import gov.nasa.jpf.vm.Verify;

public class ChoiceEndsLoop {
    static volatile int rounds;

    public static void main(String[] args) {
        new Thread(() -> rounds = 0).start();
        do {
            rounds = 1;
        } while (Verify.getBoolean());
    }
}
