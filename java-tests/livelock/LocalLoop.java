//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A loop in which nothing happens that others could see. */
public class LocalLoop {
    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; ; i = 1 - i) { } //~ LIVELOCK
        }).start();
    }
}
