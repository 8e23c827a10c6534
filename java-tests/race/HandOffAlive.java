//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** Everything a thread did happens before somebody sees that it is not alive any more. */
public class HandOffAlive {
    static int data;

    public static void main(String[] args) {
        Thread t = new Thread(() -> data = 1);
        t.start();
        if (!t.isAlive()) {
            data++;
        }
    }
}
