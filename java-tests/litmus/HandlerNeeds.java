//@ verdict: verified
//@ outcomes: 0 1
//@ states: 18
// A variable that only a handler reads is part of the state while the handler's block runs.
import braid.Braid;

public class HandlerNeeds {
    static volatile int v, w;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            int kept = v;
            try {
                // Executions in which main has not come so far are left out: all others come by here.
                Braid.assume(w == 1);
                kept = 6 / (w - 1);
            } catch (ArithmeticException e) {
                seen = kept;
            }
        });
        thread.start();
        v = 1;
        w = 1;
        thread.join();
        Outcome.is("" + seen, args);
    }
}
