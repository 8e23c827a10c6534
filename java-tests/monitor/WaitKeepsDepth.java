//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** wait gives up every level of the monitor and takes all of them back. */
public class WaitKeepsDepth {
    static boolean go;
    static int n;

    static synchronized void outer() throws InterruptedException {
        inner();
        n++;
        assert Thread.holdsLock(WaitKeepsDepth.class);
    }

    static synchronized void inner() throws InterruptedException {
        while (!go) {
            WaitKeepsDepth.class.wait();
        }
        n++;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                outer();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        synchronized (WaitKeepsDepth.class) {
            assert n == 0;
            go = true;
            WaitKeepsDepth.class.notifyAll();
        }
        t.join();
        assert n == 2;
    }
}
