//@ verdict: assertion
/**
 * What a thread had joined before it was joined itself: whether `helper` has joined `writer` shows in no state in which both
 * have ended, so it may not decide what counts of main.
 */
public class JoinedByTheJoined {
    static final Object LOCK = new Object();
    static volatile boolean flag, done, skip;
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            synchronized (LOCK) {
                flag = true;
                x = 1;
            }
        });
        Thread helper = new Thread(() -> {
            if (!skip) {
                try {
                    writer.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            done = true;
        });
        writer.start();
        helper.start();
        skip = true;
        if (flag && done) {
            helper.join();
            assert x == 1; //~ ASSERTION
        }
    }
}
