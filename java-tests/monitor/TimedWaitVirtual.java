//@ verdict: verified
//@ flags: --time virtual
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 5
/** Under virtual time a wait expires only when nothing else can run. */
public class TimedWaitVirtual {
    static boolean done;

    public static void main(String[] args) throws Exception {
        Object m = new Object();
        new Thread(() -> {
            synchronized (m) {
                done = true;
                m.notifyAll();
            }
        }).start();
        synchronized (m) {
            if (!done) {
                m.wait(1_000_000);
            }
            assert done;
        }
    }
}
