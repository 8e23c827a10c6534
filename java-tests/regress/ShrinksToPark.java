//@ verdict: uncaught java.lang.IllegalStateException
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** On the way to the failure nobody parks; on some of the shorter ways that are tried somebody does. */
public class ShrinksToPark {
    public static void main(String[] args) throws Exception {
        Thread parks = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        });
        parks.start();
        parks.interrupt();
        parks.join();
        new ReentrantLock().lock();
        throw new IllegalStateException(); //~ UNCAUGHT
    }
}
