//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 48
/** A loop of timed waits: however often the time is up, it is the same state again. */
public class TimedPolling {
    static boolean done;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        }).start();
        synchronized (lock) {
            while (!done) {
                long start = System.nanoTime();
                lock.wait(10);
                assert System.nanoTime() >= start;
            }
        }
    }
}
