//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two unordered increments of a plain field. */
public class PlainCounter {
    static int n;

    public static void main(String[] args) {
        new Thread(() -> {
            n = 1; //~ RACE
        }).start();
        new Thread(() -> {
            n = 2; //~ RACE
        }).start();
    }
}
