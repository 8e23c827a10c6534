//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Main waits for ever; that a daemon keeps running does not make it less of a deadlock. */
public class DaemonSpins {
    static volatile int ticks;

    public static void main(String[] args) throws Exception {
        Thread clock = new Thread(() -> {
            while (true) {
                ticks = 1 - ticks;
            }
        });
        clock.setDaemon(true);
        clock.start();
        synchronized (args) {
            args.wait(); //~ BLOCKED
        }
    }
}
