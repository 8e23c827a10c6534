//@ verdict: deadlock
/** Nobody ever makes the action possible. */
import braid.Action;
import braid.Braid;

public class ModelAwaitDeadlock {
    static int tokens = 1;

    static class Take extends Action {
        @Override
        protected boolean attempt() {
            if (tokens == 0) {
                return false;
            }
            tokens--;
            return true;
        }
    }

    public static void main(String[] args) {
        Runnable run = () -> Braid.await(new Take()); //~ BLOCKED
        new Thread(run).start();
        new Thread(run).start();
    }
}
