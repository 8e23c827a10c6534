//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 4
/** Two threads write different elements of one array. */
public class ArrayOtherIndex {
    static final int[] DATA = new int[2];

    public static void main(String[] args) {
        new Thread(() -> DATA[0] = 1).start();
        new Thread(() -> DATA[1] = 2).start();
    }
}
