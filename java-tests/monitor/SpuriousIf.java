//@ verdict: assertion
//@ flags: --spurious
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A wait outside a loop is wrong when wake-ups may be spurious. */
public class SpuriousIf {
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
                m.wait();
            }
            assert done; //~ ASSERTION
        }
    }
}
