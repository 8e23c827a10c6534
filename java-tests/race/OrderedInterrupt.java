//@ verdict: verified
//@ flags: --races error
//@ states: 236 on 17, 150 on 25
/** A thread that finds itself interrupted comes after who interrupted it. */
public class OrderedInterrupt {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread thread = new Thread(() -> {
            data = 1;
            main.interrupt();
        });
        thread.start();
        thread.getState();
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            assert data == 1;
        }
    }
}
