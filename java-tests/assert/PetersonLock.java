//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 75
/** Peterson's algorithm for two threads. */
public class PetersonLock {
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
            turn = 1;
            while (want1 && turn == 1) { }
            enter();
            want0 = false;
        }).start();
        new Thread(() -> {
            want1 = true;
            turn = 0;
            while (want0 && turn == 0) { }
            enter();
            want1 = false;
        }).start();
    }
}
