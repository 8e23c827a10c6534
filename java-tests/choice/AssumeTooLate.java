//@ verdict: assertion
/** Others see what was done before the assumption. */
import braid.Braid;

public class AssumeTooLate {
    static volatile int chosen;

    public static void main(String[] args) {
        Thread chooser = new Thread(() -> {
            int number = Braid.choose(10);
            chosen = number;
            Braid.assume(number % 3 == 0);
        });
        Thread reader = new Thread(() -> {
            assert chosen != 7; //~ ASSERTION
        });
        chooser.start();
        reader.start();
    }
}
