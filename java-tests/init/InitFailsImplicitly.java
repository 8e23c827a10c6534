//@ verdict: verified
//@ revisions: implicit past
//@[implicit] args: implicit
//@[past] args: past
//@ states: 15
import java.util.concurrent.locks.LockSupport;

/**
 * An initializer that waits and then fails lets others go on, whatever it fails by: an exception that no instruction throws, or
 * one that passes a handler. args: implicit|past
 */
public class InitFailsImplicitly {
    static final Object LOCK = new Object();
    static volatile Thread waits;
    static String how;

    static class Fails {
        static {
            waits = Thread.currentThread();
            LockSupport.park();
            try {
                fail();
            } catch (IllegalArgumentException e) {
                throw new AssertionError(e);
            }
        }

        static void fail() {
            if (how.equals("past")) {
                throw new IllegalStateException();
            }
            int length = ((int[]) null).length;
        }

        static void use() { }
    }

    static void use() {
        try {
            Fails.use();
            assert false;
        } catch (LinkageError e) {
            // As it should be.
        }
    }

    public static void main(String[] args) {
        how = args[0];
        Thread thread = new Thread(() -> {
            use();
            synchronized (LOCK) { }
        });
        synchronized (LOCK) {
            thread.start();
            if (waits == null) {
                System.exit(0);
            }
            LockSupport.unpark(thread);
            use();
        }
    }
}
