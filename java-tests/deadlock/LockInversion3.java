//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A cycle through three monitors; any two of the threads get along. */
public class LockInversion3 {
    static void both(Object x, Object y) {
        synchronized (x) {
            synchronized (y) { //~ BLOCKED
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object(), b = new Object(), c = new Object();
        new Thread(() -> both(a, b)).start();
        new Thread(() -> both(b, c)).start();
        new Thread(() -> both(c, a)).start();
    }
}
