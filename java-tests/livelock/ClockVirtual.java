//@ verdict: inconclusive a loop that waits for time to pass by looking at the clock
//@ flags: --time virtual
/** Where time passes only when nobody can run, a thread that waits by looking at the clock keeps it from passing. */
public class ClockVirtual {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        long end = System.nanoTime() + 1_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
