//@ verdict: verified
//@ flags: --races error
//@ states: 48 on 17, 27 on 25
/** A thread that is found not to be alive any more has done all it did before. */
public class OrderedAlive {
    static int data;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> data = 1);
        thread.start();
        thread.getState();
        while (thread.isAlive()) {
            Thread.onSpinWait();
        }
        assert data == 1;
    }
}
