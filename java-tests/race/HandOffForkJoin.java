//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 7
/** start and join order everything before and after: no race. */
public class HandOffForkJoin {
    static int n;

    public static void main(String[] args) throws Exception {
        n = 1;
        Thread t = new Thread(() -> n++);
        t.start();
        t.join();
        n++;
        Thread u = new Thread(() -> n++);
        u.start();
        u.join();
        assert n == 4;
    }
}
