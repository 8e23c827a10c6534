//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two-stage locking: between the stages the second value is stale. */
public class TwoStage {
    static final Object D1 = new Object(), D2 = new Object();
    static int data1, data2;

    static void write() {
        synchronized (D1) {
            data1 = 1;
        }
        synchronized (D2) {
            data2 = data1 + 1;
        }
    }

    static void read() {
        int t1, t2;
        synchronized (D1) {
            if (data1 == 0) {
                return;
            }
            t1 = data1;
        }
        synchronized (D2) {
            t2 = data2;
        }
        assert t2 == t1 + 1; //~ ASSERTION
    }

    public static void main(String[] args) {
        new Thread(TwoStage::write).start();
        new Thread(TwoStage::read).start();
    }
}
