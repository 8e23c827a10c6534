//@ verdict: verified
//@ outcomes: 1 2
//@ states: 7
/** An action may choose, and one answer may make it impossible. */
import braid.Action;
import braid.Braid;

public class ModelAwaitChoice {
    static int got;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                int some = Braid.choose(3);
                if (some == 0) {
                    return false;
                }
                got = some;
                return true;
            }
        }));
        reader.start();
        reader.join();
        Outcome.is("" + got, args);
    }
}
