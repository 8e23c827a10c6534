//@ verdict: assertion
//@ patient: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Who looks for something until the time is up may be too early. */
public class ClockPollMissed {
    static volatile boolean set;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            set = true;
        });
        t.start();
        long end = System.nanoTime() + 1_000_000_000L;
        while (!set && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assert set;    //~ ASSERTION
    }
}
