//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 3 on 17, 4 on 25
/** A thread with its own uncaught-exception handler has handled its exception. */
public class HandledUncaught {
    static volatile boolean handled;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            throw new IllegalStateException("expected");
        });
        t.setUncaughtExceptionHandler((thread, e) -> handled = true);
        t.start();
        t.join();
        assert handled;
    }
}
