//@ verdict: assertion
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** Each access holds a lock, but not the same one. */
public class TwoLocksOneField {
    static final Object A = new Object(), B = new Object();
    static int n;

    static void inc(Object lock) {
        synchronized (lock) {
            n++;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> inc(A)), u = new Thread(() -> inc(B));
        t.start();
        u.start();
        t.join();
        u.join();
        assert n == 2; //~ ASSERTION
    }
}
