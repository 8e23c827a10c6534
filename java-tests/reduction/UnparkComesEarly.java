//@ verdict: verified
//@ outcomes: false true
//@ states: 11
/** A thread that is given a permit may go on before the giver does: giving a permit does not move to the right. */
import java.util.concurrent.locks.LockSupport;

public class UnparkComesEarly {
    static volatile boolean passed;

    public static void main(String[] args) throws InterruptedException {
        Thread parker = new Thread(() -> {
            LockSupport.park();
            passed = true;
        });
        parker.start();
        LockSupport.unpark(parker);
        boolean seen = passed;
        parker.join();
        Outcome.is(String.valueOf(seen), args);
    }
}
