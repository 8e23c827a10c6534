//@ verdict: verified
//@ outcomes: mine other
//@ states: 271 on 17, 152 on 25
/** A thread has its handler until it ends, which is some time after its last action. */
public class HandlerAtTheEnd {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread.UncaughtExceptionHandler mine = (t, e) -> { };
        Thread t = new Thread(() -> done = true);
        t.setUncaughtExceptionHandler(mine);
        t.start();
        while (!done) {
            Thread.onSpinWait();
        }
        Outcome.is(t.getUncaughtExceptionHandler() == mine ? "mine" : "other", args);
    }
}
