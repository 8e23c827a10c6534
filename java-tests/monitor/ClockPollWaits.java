//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 9
/** Looks for something until the time is up, and then waits for it. Each thread's time goes forward. */
public class ClockPollWaits {
    static volatile boolean set;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            set = true;
        });
        long first = System.nanoTime();
        t.start();
        long end = first + 1_000_000_000L;
        long last = first;
        while (!set && last < end) {
            long now = System.nanoTime();
            assert now >= last;
            last = now;
        }
        t.join();
        assert set && System.nanoTime() >= last;
    }
}
