//@ verdict: deadlock
//@ flags: --spurious
//@ revisions: none cycle
//@[none] flags: --reduction none --canon full
//@[cycle] flags: --reduction cycle
/** Two threads that may wake up for no reason and wait again: that is nothing to rely on. */
public class SpuriousWaits {
    static final Object LOCK = new Object();
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                while (!done) {
                    try {
                        LOCK.wait(); //~ BLOCKED
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }).start();
        synchronized (LOCK) {
            while (!done) {
                LOCK.wait(); //~ BLOCKED
            }
        }
    }
}
