//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A race only if main comes between the two steps of the other thread. */
public class RareRace {
    static volatile int step;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            step = 1;
            step = 2;
            data = 1; //~ RACE
        }).start();
        if (step == 1) {
            data = 2; //~ RACE
        }
    }
}
