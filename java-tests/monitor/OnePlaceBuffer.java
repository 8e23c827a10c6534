//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 13
/** The one-place buffer done right. */
public class OnePlaceBuffer {
    static Integer slot;
    static int sum;

    static synchronized void put(int v) throws InterruptedException {
        while (slot != null) {
            OnePlaceBuffer.class.wait();
        }
        slot = v;
        OnePlaceBuffer.class.notifyAll();
    }

    static synchronized int take() throws InterruptedException {
        while (slot == null) {
            OnePlaceBuffer.class.wait();
        }
        int v = slot;
        slot = null;
        OnePlaceBuffer.class.notifyAll();
        return v;
    }

    public static void main(String[] args) throws Exception {
        Thread p = new Thread(() -> {
            try {
                put(1);
                put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        p.start();
        sum = take() + take();
        p.join();
        assert sum == 3;
    }
}
