//@ verdict: verified
//@ outcomes: unseen cleared kept
//@ states: 29 on 17, 31 on 25
/**
 * A second interrupt before the sleep is swallowed together with the first, one after it is kept: a sleep does not move to
 * the left, up to what its thread did before.
 */
public class SleepComesLate {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            Thread.currentThread().interrupt();
            ready = true;
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                // The flag is cleared now.
            }
        });
        sleeper.start();
        boolean interrupts = ready;
        if (interrupts) {
            sleeper.interrupt();
        }
        sleeper.join();
        Outcome.is(!interrupts ? "unseen" : sleeper.isInterrupted() ? "kept" : "cleared", args);
    }
}
