//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two threads join each other. */
public class JoinCycle {
    static Thread a, b;

    static void join(boolean first) {
        try {
            (first ? b : a).join(); //~ BLOCKED
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        a = new Thread(() -> join(true));
        b = new Thread(() -> join(false));
        a.start();
        b.start();
    }
}
