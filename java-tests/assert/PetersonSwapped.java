//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Peterson's algorithm with the first two steps in the wrong order. */
public class PetersonSwapped {
    static volatile boolean want0, want1;
    static volatile int turn;
    static volatile int inside;

    static void enter() {
        inside++;
        assert inside == 1; //~ ASSERTION
        inside--;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            turn = 1;
            want0 = true;
            while (want1 && turn == 1) { }
            enter();
            want0 = false;
        }).start();
        new Thread(() -> {
            turn = 0;
            want1 = true;
            while (want0 && turn == 0) { }
            enter();
            want1 = false;
        }).start();
    }
}
