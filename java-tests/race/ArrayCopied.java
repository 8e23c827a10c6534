//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** System.arraycopy reads the element that another thread writes. */
public class ArrayCopied {
    static final int[] DATA = new int[4];

    public static void main(String[] args) {
        new Thread(() -> DATA[2] = 1).start(); //~ RACE
        int[] copy = new int[2];
        System.arraycopy(DATA, 1, copy, 0, 2); //~ RACE
        assert copy[1] <= 1;
    }
}
