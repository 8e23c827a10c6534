//@ verdict: verified
//@ states: 25
/** An attempt that throws has happened, with what it did before. */
import braid.Action;
import braid.Braid;

public class ModelAwaitThrows {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Runnable run = () -> {
            try {
                Braid.await(new Action() {
                    @Override
                    protected boolean attempt() {
                        count++;
                        throw new IllegalStateException("thrown by an action");
                    }
                });
                throw new AssertionError("nothing was thrown");
            } catch (IllegalStateException e) {
                assert e.getMessage().equals("thrown by an action");
            }
        };
        Thread one = new Thread(run);
        Thread two = new Thread(run);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
