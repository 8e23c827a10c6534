//@ verdict: deadlock
/** Whatever it chooses, the action is not possible: that is a deadlock and no livelock. */
import braid.Action;
import braid.Braid;

public class ModelAwaitNever {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        Braid.await(new Action() { //~ BLOCKED
            @Override
            protected boolean attempt() {
                return Braid.choose(3) > 2;
            }
        });
    }
}
