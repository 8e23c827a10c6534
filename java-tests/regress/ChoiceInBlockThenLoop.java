//@ verdict: assertion
/** A thread chooses in an atomic block and then runs for ever: the state after the block has every answer, not only the first. */
import braid.Braid;

public class ChoiceInBlockThenLoop {
    static volatile int v, w;

    public static void main(String[] args) {
        Thread chooser = new Thread(() -> {
            Braid.atomic(() -> {
                v = 1;
                w = Braid.choose(2);
            });
            while (true) { }
        });
        chooser.setDaemon(true);
        chooser.start();
        assert v == 0 || w == 0; //~ ASSERTION
    }
}
