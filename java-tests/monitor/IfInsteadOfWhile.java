//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two consumers woken by one item; one of them does not look again. */
public class IfInsteadOfWhile {
    static int items;

    static synchronized void take() {
        if (items == 0) {
            try {
                IfInsteadOfWhile.class.wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        items--;
        assert items >= 0; //~ ASSERTION
    }

    static synchronized void put() {
        items++;
        IfInsteadOfWhile.class.notifyAll();
    }

    public static void main(String[] args) {
        new Thread(IfInsteadOfWhile::take).start();
        new Thread(IfInsteadOfWhile::take).start();
        put();
        put();
    }
}
