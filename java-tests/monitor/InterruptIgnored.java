//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A thread that swallows its interrupt waits again, for ever. */
public class InterruptIgnored {
    public static void main(String[] args) throws Exception {
        Object m = new Object();
        Thread t = new Thread(() -> {
            synchronized (m) {
                while (true) {
                    try {
                        m.wait(); //~ BLOCKED
                    } catch (InterruptedException e) {
                        // a mistake: the request to stop is lost
                    }
                }
            }
        });
        t.start();
        t.interrupt();
    }
}
