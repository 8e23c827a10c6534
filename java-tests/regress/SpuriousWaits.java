//@ verdict: livelock
//@ flags: --spurious
//@ revisions: none cycle
//@[none] flags: --reduction none --canon full
//@[cycle] flags: --reduction cycle
/** Two threads that wake up for no reason and wait again: taking the monitor again is a step of the loop as well. */
public class SpuriousWaits {
    static final Object LOCK = new Object();
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                while (!done) { //~ LIVELOCK
                    try {
                        LOCK.wait(); //~ LIVELOCK
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }).start();
        synchronized (LOCK) {
            while (!done) { //~ LIVELOCK
                LOCK.wait(); //~ LIVELOCK
            }
        }
    }
}
