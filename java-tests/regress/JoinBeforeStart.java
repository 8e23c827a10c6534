//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Joining a thread that has not been started yet takes no time. */
public class JoinBeforeStart {
    static volatile boolean joined;
    static Thread first;
    static Thread second;

    public static void main(String[] args) {
        first = new Thread(() -> {
            try {
                second.join();
                joined = true;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        second = new Thread(() -> {
            assert !joined; //~ ASSERTION
        });
        first.start();
        second.start();
    }
}
