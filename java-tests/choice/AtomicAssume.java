//@ verdict: verified
//@ states: 17
/** A block that breaks an assumption did not happen: nobody sees what it did before. */
import braid.Braid;

public class AtomicAssume {
    static volatile int x;

    public static void main(String[] args) {
        new Thread(() -> Braid.atomic(() -> {
            x = Braid.choose(4);
            Braid.assume(x % 2 == 0);
        })).start();
        int seen = x;
        assert seen % 2 == 0 || !Braid.isChecked();
    }
}
