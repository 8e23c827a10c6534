//@ verdict: race
//@ flags: --races error
import java.util.concurrent.locks.LockSupport;

/** A permit wakes a thread, and orders nothing. */
public class UnorderedPark {
    static int data;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            data = 1; //~ RACE
            LockSupport.unpark(main);
        }).start();
        LockSupport.park();
        assert data <= 1; //~ RACE
    }
}
