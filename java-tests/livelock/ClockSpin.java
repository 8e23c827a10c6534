//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 73
import java.time.Instant;

/** Time passes for a program that waits for it by looking at the clock, whichever clock that is. */
public class ClockSpin {
    static final long LIMIT = 1_000_000;
    final long started = System.nanoTime();

    boolean isOver() {
        return System.nanoTime() - started > LIMIT;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        long end = System.nanoTime() + LIMIT;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        long date = System.currentTimeMillis() + 5;
        while (System.currentTimeMillis() < date) { }
        ClockSpin watch = new ClockSpin();
        while (!watch.isOver()) { }
        Instant instant = Instant.now().plusMillis(5);
        while (Instant.now().isBefore(instant)) { }
        t.join();
    }
}
