//@ verdict: deadlock
import braid.Action;
import braid.Braid;

// The last thread awaits an action that is not possible, for no time at all, and then one that never becomes possible.
public class AwaitsInVainThenBlocks {
    static class Never extends Action {
        @Override
        protected boolean attempt() {
            return false;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { });
        other.start();
        other.join();
        Braid.await(new Never(), 0);
        Braid.await(new Never()); //~ BLOCKED
    }
}
