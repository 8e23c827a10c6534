//@ verdict: verified
//@ outcomes: first second
//@ states: 17
/** Who waits for an initializer may be faster than the thread that ran it. */
public class InitOvertaken {
    static final Object LOCK = new Object();
    static volatile boolean begun;
    static String order = "second";

    static class Slow {
        static {
            begun = true;
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        static void use() { }
    }

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            Slow.use();
            synchronized (LOCK) {
                order = "first";
            }
        });
        t.start();
        while (!begun) {
            Thread.onSpinWait();
        }
        Slow.use();
        synchronized (LOCK) {
            Outcome.is(order, args);
        }
    }
}
