//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 612 on 17, 605 on 25
/**
 * A waiter that is notified and interrupted at once either returns normally or, if it throws, passes the
 * notification on (JLS 17.2.4).
 */
public class InterruptEatsNotify {
    static final Object M = new Object();
    static boolean threw;

    static void waiter(boolean first) {
        synchronized (M) {
            try {
                M.wait();
            } catch (InterruptedException e) {
                threw |= first;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> waiter(true)), b = new Thread(() -> waiter(false));
        a.start();
        b.start();
        while (a.getState() != Thread.State.WAITING || b.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        synchronized (M) {
            M.notify();
        }
        a.interrupt();
        a.join();
        synchronized (M) {
            if (!threw) {
                M.notifyAll();
            }
        }
        b.join();
    }
}
