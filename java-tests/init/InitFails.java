//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 18
/** A failing initializer: one thread gets ExceptionInInitializerError, the others NoClassDefFoundError. */
import java.util.concurrent.atomic.AtomicInteger;

public class InitFails {
    static class Broken {
        static final int X = Integer.parseInt("broken");

        static int x() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger first = new AtomicInteger(), later = new AtomicInteger();
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> {
                try {
                    Broken.x();
                } catch (ExceptionInInitializerError e) {
                    first.incrementAndGet();
                } catch (NoClassDefFoundError e) {
                    later.incrementAndGet();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert first.get() == 1 && later.get() == 1;
    }
}
