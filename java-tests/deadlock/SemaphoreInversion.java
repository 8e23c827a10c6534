//@ verdict: deadlock
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** Two semaphores of one permit in opposite orders. */
import java.util.concurrent.Semaphore;

public class SemaphoreInversion {
    static final Semaphore A = new Semaphore(1), B = new Semaphore(1);

    static void both(Semaphore x, Semaphore y) {
        x.acquireUninterruptibly();
        y.acquireUninterruptibly(); //~ BLOCKED
        y.release();
        x.release();
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}
