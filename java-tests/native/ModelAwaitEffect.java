//@ verdict: inconclusive answers that it is not possible after it has written ModelAwaitEffect.tries
/** An attempt that says no must not have changed anything. */
import braid.Action;
import braid.Braid;

public class ModelAwaitEffect {
    static int tries;
    static boolean open;

    public static void main(String[] args) {
        new Thread(() -> open = true).start();
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                tries++;
                return open;
            }
        });
    }
}
