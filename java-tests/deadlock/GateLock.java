//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 4
/** Opposite orders are harmless under a common outer lock. */
public class GateLock {
    static final Object GATE = new Object(), A = new Object(), B = new Object();

    static void both(Object x, Object y) {
        synchronized (GATE) {
            synchronized (x) {
                synchronized (y) {
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}
