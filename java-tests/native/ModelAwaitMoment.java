//@ verdict: assertion
/** What makes an action possible for a moment only must not happen unseen, whatever lock is held meanwhile. */
import braid.Action;
import braid.Braid;

public class ModelAwaitMoment {
    static final Object LOCK = new Object();
    static int x;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            Braid.await(new Action() {
                @Override
                protected boolean attempt() {
                    return x == 1;
                }
            });
            throw new AssertionError("it was possible for a moment"); //~ ASSERTION
        });
        waiter.setDaemon(true);
        waiter.start();
        synchronized (LOCK) {
            x = 1;
            x = 0;
        }
    }
}
