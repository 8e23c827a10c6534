//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Both hold a lock, but not the same. */
public class OtherLock {
    static final Object A = new Object(), B = new Object();
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (A) {
                data = 1; //~ RACE
            }
        }).start();
        synchronized (B) {
            data = 2; //~ RACE
        }
    }
}
