//@ verdict: verified
//@ revisions: main test
//@[main] flags: --uncaught main
//@[test] flags: --uncaught test
//@ states: 11 on 17, 13 on 25
import java.io.OutputStream;
import java.io.PrintStream;

/** An exception of a thread that is not the main one ends that thread, and counts only if it is asked for. */
public class UncaughtElsewhere {
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        // What the virtual machine prints of it.
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
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
