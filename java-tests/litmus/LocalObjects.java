//@ verdict: verified
//@ outcomes: 0 1
//@ states: 16
// What is in an object that only a variable refers to is part of the state.
import braid.Braid;

public class LocalObjects {
    static volatile int v, w;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            int[] made = new int[1];
            made[0] = v;
            int[] own = made;
            made = null;
            // Executions in which main has not come so far are left out: all others come by here.
            Braid.assume(w == 1);
            seen = own[0];
        });
        thread.start();
        v = 1;
        w = 1;
        thread.join();
        Outcome.is("" + seen, args);
    }
}
