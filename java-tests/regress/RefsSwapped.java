//@ verdict: verified
//@ outcomes: straight swapped
//@ states: 16
// Which of two fields refers to which of two objects is part of the state.
import braid.Braid;

public class RefsSwapped {
    static final Object A = new Object(), B = new Object();
    static volatile int v, w;
    static Object x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            boolean straight = v == 0;
            x = straight ? A : B;
            y = straight ? B : A;
            // Executions in which main has not come so far are left out: all others come by here.
            Braid.assume(w == 1);
        });
        thread.start();
        v = 1;
        w = 1;
        thread.join();
        Outcome.is(x == A ? "straight" : "swapped", args);
    }
}
