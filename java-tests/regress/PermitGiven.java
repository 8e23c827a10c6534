//@ verdict: deadlock
//@ revisions: early late
//@[early] args: 0
//@[late] args: 1
// Whether a thread has been given a permit is part of the state. Which of the two executions comes first is up to the search,
// so both ways are here.
import braid.Braid;
import java.util.concurrent.locks.LockSupport;

public class PermitGiven {
    static volatile int v, w;

    public static void main(String[] args) throws InterruptedException {
        int when = Integer.parseInt(args[0]);
        Thread main = Thread.currentThread();
        // So that whether the class is initialized makes no difference later.
        LockSupport.unpark(null);
        Thread thread = new Thread(() -> {
            if (v == when) {
                LockSupport.unpark(main);
            }
            // Executions in which main has not come so far are left out: all others come by here.
            Braid.assume(w == 1);
        });
        thread.start();
        v = 1;
        w = 1;
        thread.join();
        LockSupport.park();   //~ BLOCKED
    }
}
