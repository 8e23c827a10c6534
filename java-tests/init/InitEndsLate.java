//@ verdict: verified
//@ states: 21
/** The end of an initializer lets others go on, even if its thread cannot: no deadlock. */
public class InitEndsLate {
    static final Object LOCK = new Object();

    static class Slow {
        static {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        static void use() { }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Slow.use();
            synchronized (LOCK) {
                Slow.use();
            }
        }).start();
        synchronized (LOCK) {
            Slow.use();
        }
    }
}
