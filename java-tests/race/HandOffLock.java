//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** Ownership passes through a lock-protected flag: afterwards the field is used without the lock. */
public class HandOffLock {
    static boolean mine;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            synchronized (HandOffLock.class) {
                mine = true;
            }
        }).start();
        boolean owned;
        synchronized (HandOffLock.class) {
            owned = mine;
        }
        if (owned) {
            data++;
            assert data == 43;
        }
    }
}
