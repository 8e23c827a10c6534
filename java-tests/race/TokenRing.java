//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A ring of threads passing a token through plain fields: the last sees it only if all went in order. */
public class TokenRing {
    static int x1 = 1, x2 = 2, x3 = 1;

    public static void main(String[] args) throws Exception {
        Thread[] ts = {
            new Thread(() -> x1 = (x3 + 1) % 4),
            new Thread(() -> x2 = x1),
            new Thread(() -> x3 = x2),
        };
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert x1 == x2 && x2 == x3; //~ ASSERTION
    }
}
