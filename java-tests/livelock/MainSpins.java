//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** There is only one thread, and it never gets anywhere. */
public class MainSpins {
    static volatile boolean go;

    public static void main(String[] args) {
        while (!go) { } //~ LIVELOCK
    }
}
