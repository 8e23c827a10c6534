//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 78
/** Dekker's algorithm. */
public class DekkerLock {
    static volatile boolean want0, want1;
    static volatile int turn;
    static int inside;

    static void enter() {
        inside++;
        assert inside == 1;
        inside--;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            want0 = true;
            while (want1) {
                if (turn != 0) {
                    want0 = false;
                    while (turn != 0) { }
                    want0 = true;
                }
            }
            enter();
            turn = 1;
            want0 = false;
        }).start();
        new Thread(() -> {
            want1 = true;
            while (want0) {
                if (turn != 1) {
                    want1 = false;
                    while (turn != 1) { }
                    want1 = true;
                }
            }
            enter();
            turn = 0;
            want1 = false;
        }).start();
    }
}
