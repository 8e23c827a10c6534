//@ verdict: verified
//@ outcomes: 00 01 10 11
//@ states: 14
// Between the release of a lock and what comes after it others can run.
public class ExitCommits {
    static final Object LOCK = new Object();
    static int a, seen;
    static volatile int v;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            synchronized (LOCK) {
                a = 1;
            }
            seen = v;
        });
        thread.start();
        int own;
        synchronized (LOCK) {
            own = a;
        }
        v = 1;
        thread.join();
        Outcome.is("" + own + seen, args);
    }
}
