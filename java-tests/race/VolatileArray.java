//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** That the variable is volatile does not make the elements volatile. */
public class VolatileArray {
    static volatile long[] data = new long[1];

    public static void main(String[] args) {
        new Thread(() -> data[0] = 1).start(); //~ RACE
        assert data[0] >= 0; //~ RACE
    }
}
