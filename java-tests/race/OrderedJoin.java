//@ verdict: verified
//@ flags: --races error
//@ states: 59 on 17, 35 on 25
/** Looking at the state of a thread does no harm before it is joined. */
public class OrderedJoin {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> data = 1);
        thread.start();
        thread.getState();
        thread.join();
        assert data == 1;
    }
}
