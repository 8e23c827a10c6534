//@ verdict: livelock
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
/** A timed wait for a message that nobody sends, again and again. */
public class TimedPollNever {
    static final Object LOCK = new Object();
    static boolean message;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                message = false;
            }
        }).start();
        new Thread(() -> {
            synchronized (LOCK) {
                while (!message) { //~ LIVELOCK
                    try {
                        LOCK.wait(10); //~ LIVELOCK
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }).start();
    }
}
