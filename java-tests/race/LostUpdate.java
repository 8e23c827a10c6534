//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two unsynchronized increments lose one. */
public class LostUpdate {
    static int n;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> n++), u = new Thread(() -> n++);
        t.start();
        u.start();
        t.join();
        u.join();
        assert n == 2; //~ ASSERTION
    }
}
