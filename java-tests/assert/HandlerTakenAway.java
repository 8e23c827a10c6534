//@ verdict: uncaught java.lang.IllegalStateException
/** A handler that is taken away before the exception comes handles nothing. */
public class HandlerTakenAway {
    static volatile boolean working;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            working = true;
            throw new IllegalStateException(); //~ UNCAUGHT
        });
        worker.setUncaughtExceptionHandler((t, e) -> { });
        worker.start();
        if (working) {
            worker.setUncaughtExceptionHandler(null);
        }
    }
}
