//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two threads write the same element of an array. */
public class ArraySameIndex {
    static final int[] DATA = new int[2];

    public static void main(String[] args) {
        new Thread(() -> DATA[1] = 1).start(); //~ RACE
        new Thread(() -> DATA[1] = 2).start(); //~ RACE
    }
}
