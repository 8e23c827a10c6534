//@ verdict: verified
//@ outcomes: taken interrupted both
//@ states: 125 on 17, 161 on 25
/** An interrupt ends the wait, or comes too late for it. */
import braid.Action;
import braid.Braid;

public class ModelAwaitInterrupt {
    static boolean open;
    static String how;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            try {
                Braid.awaitInterruptibly(new Action() {
                    @Override
                    protected boolean attempt() {
                        return open;
                    }
                });
                how = Thread.interrupted() ? "both" : "taken";
            } catch (InterruptedException e) {
                how = "interrupted";
            }
        });
        waiter.start();
        Thread opener = new Thread(() -> open = true);
        opener.start();
        waiter.interrupt();
        waiter.join();
        opener.join();
        Outcome.is(how, args);
    }
}
