//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The flag is lost only if the reset comes between the two. */
public class RareSpin {
    static volatile boolean go;

    public static void main(String[] args) {
        new Thread(() -> go = true).start();
        new Thread(() -> go = false).start();
        while (!go) { } //~ LIVELOCK
    }
}
