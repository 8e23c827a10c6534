//@ verdict: verified
//@ outcomes: 01 02 11 12
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 156 on 17, 98 on 25
/** A thread leaves its group at a moment of its own, after the last thing that it does. */
public class GroupCounted {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread t = new Thread(() -> {
            x = 1;
        });
        t.start();
        int read = x;
        int active = group.activeCount();
        t.join();
        Outcome.is("" + read + active, args);
    }
}
