//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A long is no exception. */
public class LongField {
    long value;

    public static void main(String[] args) {
        LongField it = new LongField();
        new Thread(() -> it.value = -1).start(); //~ RACE
        assert it.value <= 0; //~ RACE
    }
}
