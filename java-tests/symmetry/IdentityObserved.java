//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The program looks at thread names, so the threads are not alike. */
public class IdentityObserved {
    static volatile String last = "";

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> last = Thread.currentThread().getName(), "worker-" + i);
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert last.equals("worker-1"); //~ ASSERTION
    }
}
