//@ verdict: verified
//@ states: 21
/** An initializer that fails lets others go on as well, even if its thread cannot. */
public class InitFailsLate {
    static final Object LOCK = new Object();

    static class Slow {
        static {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                // It fails anyway.
            }
            fail();
        }

        static void fail() {
            throw new IllegalStateException();
        }

        static void use() { }
    }

    static void use() {
        try {
            Slow.use();
            assert false;
        } catch (LinkageError e) {
            // As it should be.
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            use();
            synchronized (LOCK) {
                use();
            }
        }).start();
        synchronized (LOCK) {
            use();
        }
    }
}
