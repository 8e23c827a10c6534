//@ verdict: verified
//@ outcomes: none t-before-u u-before-t
//@ states: 24
/** Who makes a thread first gives it the smaller number, also right after something that another thread waits for. */
public class DefaultNames {
    static volatile boolean ready;
    static volatile Thread a;
    static volatile Thread b;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            ready = true;
            a = new Thread(() -> { });
        }, "t");
        Thread u = new Thread(() -> {
            if (ready) {
                b = new Thread(() -> { });
            }
        }, "u");
        t.start();
        u.start();
        t.join();
        u.join();
        if (b == null) {
            Outcome.is("none", args);
        } else {
            boolean first = a.getName().compareTo(b.getName()) < 0;
            Outcome.is(first ? "t-before-u" : "u-before-t", args);
        }
    }
}
