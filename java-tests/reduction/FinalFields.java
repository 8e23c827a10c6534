//@ verdict: verified
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
//@ states: 13
/** Final fields of a safely built object never change: reading them is no scheduling point that matters. */
public class FinalFields {
    static final class Point {
        final int x, y;

        Point(int x) {
            this.x = x;
            this.y = x + 1;
        }
    }

    static volatile Point p = new Point(0);

    public static void main(String[] args) throws Exception {
        Thread w = new Thread(() -> {
            for (int i = 1; i < 4; i++) {
                p = new Point(i);
            }
        });
        Thread r = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                Point q = p;
                assert q.x + 1 == q.y;
            }
        });
        w.start();
        r.start();
        w.join();
        r.join();
    }
}
