//@ verdict: uncaught java.lang.ArithmeticException
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** An exception that only one order of two threads brings about. */
public class UncaughtInWorker {
    static volatile int divisor = 1;

    public static void main(String[] args) {
        new Thread(() -> divisor = 0).start();
        new Thread(() -> {
            int q = 100 / divisor; //~ UNCAUGHT
        }).start();
    }
}
