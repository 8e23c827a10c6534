//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 30
/** Striped locks: the element with an index is protected by the lock with that index, which no discipline can name. */
public class LocksByIndex {
    static final Object[] LOCKS = {new Object(), new Object()};
    static final int[] VALUES = new int[2];

    static void add(int index) {
        synchronized (LOCKS[index]) {
            VALUES[index]++;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> add(0)).start();
        new Thread(() -> add(1)).start();
        add(0);
    }
}
