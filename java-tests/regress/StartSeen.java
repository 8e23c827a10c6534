//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A thread that runs between two starts sees that the second has not happened yet. */
public class StartSeen {
    static Thread first;
    static Thread second;

    public static void main(String[] args) {
        first = new Thread(() -> {
            assert second.isAlive(); //~ ASSERTION
        });
        second = new Thread(() -> {
            try {
                first.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        first.start();
        second.start();
    }
}
