//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 1409
/** Dekker's algorithm for three threads: the winner of the first two meets the third at a second lock. */
public class DekkerTournament {
    static class Dekker {
        volatile boolean want0, want1;
        volatile int turn;

        boolean wants(int side) {
            return side == 0 ? want0 : want1;
        }

        void want(int side, boolean wants) {
            if (side == 0) {
                want0 = wants;
            } else {
                want1 = wants;
            }
        }

        void lock(int side) {
            want(side, true);
            while (wants(1 - side)) {
                if (turn != side) {
                    want(side, false);
                    while (turn != side) { }
                    want(side, true);
                }
            }
        }

        void unlock(int side) {
            turn = 1 - side;
            want(side, false);
        }
    }

    static final Dekker FIRST = new Dekker(), LAST = new Dekker();
    static int inside;

    static void enter() {
        inside++;
        assert inside == 1;
        inside--;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            int side = i;
            new Thread(() -> {
                FIRST.lock(side);
                LAST.lock(0);
                enter();
                LAST.unlock(0);
                FIRST.unlock(side);
            }).start();
        }
        new Thread(() -> {
            LAST.lock(1);
            enter();
            LAST.unlock(1);
        }).start();
    }
}
