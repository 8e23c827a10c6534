//@ verdict: deadlock
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** Two monitors taken in opposite orders. */
public class LockInversion {
    static final Object A = new Object(), B = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (A) {
                synchronized (B) { //~ BLOCKED
                }
            }
        }, "first").start();
        new Thread(() -> {
            synchronized (B) {
                synchronized (A) { //~ BLOCKED
                }
            }
        }, "second").start();
    }
}
