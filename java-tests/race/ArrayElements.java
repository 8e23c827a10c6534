//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 10
/** Different elements of one array are different locations. */
public class ArrayElements {
    public static void main(String[] args) throws Exception {
        int[] a = new int[2];
        Thread t = new Thread(() -> a[0]++), u = new Thread(() -> a[1]++);
        t.start();
        u.start();
        t.join();
        u.join();
        assert a[0] + a[1] == 2;
    }
}
