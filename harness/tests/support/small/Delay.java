import java.util.concurrent.ThreadLocalRandom;

/** Delays of random length between the statements of a program. */
public final class Delay {
    private Delay() { }

    /** Mostly none, sometimes some microseconds, now and then the rest of the time slice. */
    public static void some() {
        int kind = ThreadLocalRandom.current().nextInt(16);
        if (kind == 0) {
            Thread.yield();
        } else if (kind < 8) {
            for (int i = ThreadLocalRandom.current().nextInt(1 << kind + 3); i > 0; i--) {
                Thread.onSpinWait();
            }
        }
    }
}
