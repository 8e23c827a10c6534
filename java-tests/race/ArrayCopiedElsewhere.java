//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** System.arraycopy of other elements than another thread writes. */
public class ArrayCopiedElsewhere {
    static final int[] DATA = new int[4];

    public static void main(String[] args) {
        new Thread(() -> DATA[3] = 1).start();
        int[] copy = new int[2];
        System.arraycopy(DATA, 1, copy, 0, 2);
        assert copy[1] == 0;
    }
}
