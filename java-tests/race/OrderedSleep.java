//@ verdict: verified
//@ flags: --races error --time virtual
//@ states: 6
/** A sleep beside a volatile flag, under virtual time. */
public class OrderedSleep {
    static volatile int data;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> data = 1).start();
        Thread.sleep(1000);
        assert data == 1;
    }
}
