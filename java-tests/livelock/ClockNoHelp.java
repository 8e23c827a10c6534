//@ verdict: livelock
/** Looking at the clock does not end this loop, however much time passes. */
public class ClockNoHelp {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> { }).start();
        long started = System.nanoTime();
        while (!done) {                                  //~ LIVELOCK
            done = System.nanoTime() - started < 0;      //~ LIVELOCK
        }
    }
}
