//@ verdict: verified
//@ revisions: main test
//@[main] flags: --uncaught main
//@[test] flags: --uncaught test

/** An exception of a thread that is not the main one ends that thread, and counts only if it is asked for. */
public class UncaughtElsewhere {
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            add();
            throw new IllegalStateException("elsewhere");
        });
        other.start();
        add();
        other.join();
        assert sum == 2;
    }

    private static synchronized void add() {
        sum++;
    }
}
