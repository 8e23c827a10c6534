//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** One condition queue for producers and consumers, and notify wakes the wrong kind. */
public class NotifyInsteadOfNotifyAll {
    static boolean full;

    static synchronized void put() throws InterruptedException {
        while (full) {
            NotifyInsteadOfNotifyAll.class.wait(); //~ BLOCKED
        }
        full = true;
        NotifyInsteadOfNotifyAll.class.notify();
    }

    static synchronized void take() throws InterruptedException {
        while (!full) {
            NotifyInsteadOfNotifyAll.class.wait(); //~ BLOCKED
        }
        full = false;
        NotifyInsteadOfNotifyAll.class.notify();
    }

    interface Op {
        void run() throws InterruptedException;
    }

    static void twice(Op op) {
        new Thread(() -> {
            try {
                op.run();
                op.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
    }

    public static void main(String[] args) {
        twice(NotifyInsteadOfNotifyAll::put);
        twice(NotifyInsteadOfNotifyAll::put);
        twice(NotifyInsteadOfNotifyAll::take);
        twice(NotifyInsteadOfNotifyAll::take);
    }
}
