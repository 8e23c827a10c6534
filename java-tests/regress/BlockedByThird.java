//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** That a thread is blocked shows that another one is inside, although that one does nothing there. */
public class BlockedByThird {
    static final Object LOCK = new Object();

    static Thread passing() {
        return new Thread(() -> {
            synchronized (LOCK) { }
        });
    }

    public static void main(String[] args) {
        Thread one = passing();
        one.start();
        passing().start();
        assert one.getState() != Thread.State.BLOCKED; //~ ASSERTION
    }
}
