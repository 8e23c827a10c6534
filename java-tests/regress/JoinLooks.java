//@ verdict: verified
//@ outcomes: 00 01 10 11
//@ states: 46 on 17, 53 on 25
/** A thread that is interrupted joins another one: that throws only if the other one is still alive then. */
import java.util.concurrent.locks.LockSupport;

public class JoinLooks {
    static volatile int v;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread thread = new Thread(() -> {
            main.interrupt();
            v = 1;
        });
        thread.start();
        LockSupport.park();
        int seen = v, thrown = 0;
        try {
            thread.join();
        } catch (InterruptedException e) {
            thrown = 1;
        }
        Outcome.is("" + seen + thrown, args);
    }
}
