//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 3
/** A daemon thread may wait for ever. */
public class DaemonBlocked {
    public static void main(String[] args) throws Exception {
        Object o = new Object();
        Thread t = new Thread(() -> {
            synchronized (o) {
                try {
                    while (true) {
                        o.wait();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        t.setDaemon(true);
        t.start();
    }
}
