//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 15
/** An initializer runs exactly once, and everybody sees its result. */
public class InitOnce {
    static int runs;

    static class Holder {
        static final int VALUE;

        static {
            runs++;
            VALUE = 7;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> {
                assert Holder.VALUE == 7;
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert runs == 1;
    }
}
