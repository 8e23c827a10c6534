//@ verdict: assertion
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** A field looks protected until, on one path only, it is written without the lock. */
public class DisciplineBroken {
    static final Object M = new Object();
    static int a, b;
    static volatile boolean odd;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (M) {
                a = 1;
                b = 1;
            }
            if (odd) {
                a = 2;
                b = 2;
            }
        });
        Thread u = new Thread(() -> odd = true);
        Thread v = new Thread(() -> {
            synchronized (M) {
                assert a == b; //~ ASSERTION
            }
        });
        t.start();
        u.start();
        v.start();
    }
}
