//@ verdict: verified
//@ outcomes: true false
//@ states: 13
/** The time may be up before the action is possible. */
import braid.Action;
import braid.Braid;
import java.util.concurrent.TimeUnit;

public class ModelAwaitTimed {
    static boolean open;
    static boolean taken;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            try {
                taken = Braid.await(new Action() {
                    @Override
                    protected boolean attempt() {
                        return open;
                    }
                }, 10, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        open = true;
        waiter.join();
        Outcome.is("" + taken, args);
    }
}
