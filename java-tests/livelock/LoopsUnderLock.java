//@ verdict: livelock
/** Both threads run for ever, one of them, a daemon, while it holds a lock. */
public class LoopsUnderLock {
    static final Object LOCK = new Object();
    static int x;

    static boolean on() {
        return true;
    }

    public static void main(String[] args) {
        Thread holder = new Thread(() -> {
            synchronized (LOCK) {
                x = 1;
                x = 2;
                while (on()) { }
            }
        });
        holder.setDaemon(true);
        holder.start();
        while (on()) { } //~ LOOPS
    }
}
