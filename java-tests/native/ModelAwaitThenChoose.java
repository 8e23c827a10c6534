//@ verdict: verified
//@ outcomes: 00 01 02 10 11 12
//@ states: 1
/** Choices that come after an action, or are part of it, all have their turn. */
import braid.Action;
import braid.Braid;

public class ModelAwaitThenChoose {
    static int first;

    public static void main(String[] args) {
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                first = Braid.choose(2);
                return true;
            }
        });
        Outcome.is("" + first + Braid.choose(3), args);
    }
}
