//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Each waits for the other to go first. */
public class TwoSpinners {
    static volatile boolean first, second;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!second) { } //~ LIVELOCK
            first = true;
        }).start();
        new Thread(() -> {
            while (!first) { } //~ LIVELOCK
            second = true;
        }).start();
    }
}
