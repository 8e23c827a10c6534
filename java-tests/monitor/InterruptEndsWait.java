//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 15 on 17, 18 on 25
/** An interrupt ends a wait, before it starts or while it lasts, and the monitor is held again. */
public class InterruptEndsWait {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        Object m = new Object();
        Thread t = new Thread(() -> {
            synchronized (m) {
                try {
                    m.wait();
                    throw new AssertionError("nobody notifies");
                } catch (InterruptedException e) {
                    assert Thread.holdsLock(m) && !Thread.currentThread().isInterrupted();
                    interrupted = true;
                }
            }
        });
        t.start();
        t.interrupt();
        t.join();
        assert interrupted;
    }
}
