//@ verdict: verified
//@ states: 48
/** A buffer with one place, made of actions alone: nothing gets lost, and nobody is left waiting. */
import braid.Action;
import braid.Braid;

public class ModelAwaitBuffer {
    static Integer held;
    static int sum;

    static void put(int value) {
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                if (held != null) {
                    return false;
                }
                held = value;
                return true;
            }
        });
    }

    static int take() {
        int[] taken = new int[1];
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                if (held == null) {
                    return false;
                }
                taken[0] = held;
                held = null;
                return true;
            }
        });
        return taken[0];
    }

    public static void main(String[] args) throws InterruptedException {
        Thread giver = new Thread(() -> {
            put(1);
            put(2);
        });
        Thread other = new Thread(() -> put(4));
        giver.start();
        other.start();
        for (int i = 0; i < 3; i++) {
            sum += take();
        }
        assert sum == 7;
        giver.join();
        other.join();
    }
}
