//@ verdict: assertion
//@ revisions: none local transactions cycle
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
//@[cycle] flags: --reduction cycle
/** An object is local while it is built and shared afterwards: accesses after the escape are visible. */
public class EscapeLater {
    static class Box {
        int v;
    }

    static volatile Box shared;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            Box b = new Box();
            b.v = 1;
            b.v = 2;
            shared = b;
            b.v = 3;
            b.v = 4;
        });
        t.start();
        Box b = shared;
        if (b != null) {
            assert b.v != 3; //~ ASSERTION
        }
    }
}
