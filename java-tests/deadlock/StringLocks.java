//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two different-looking locks are one interned string, and a third is taken in the other order. */
public class StringLocks {
    static final String A = "lock", B = "other";

    static void both(Object x, Object y) {
        synchronized (x) {
            synchronized (y) { //~ BLOCKED
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both("oth" + "er", new String("lock").intern())).start();
    }
}
