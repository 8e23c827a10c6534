//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Element accesses keep to a lock, a copy of the array does not: it may come between two of them. */
public class CopyUnderNoLock {
    static final int[] DATA = new int[1];

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (DATA) {
                DATA[0] = 1;
                DATA[0] = 2;
            }
        }).start();
        int[] copy = new int[1];
        System.arraycopy(DATA, 0, copy, 0, 1);
        assert copy[0] != 1; //~ ASSERTION
    }
}
