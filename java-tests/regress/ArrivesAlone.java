//@ verdict: assertion
import java.util.concurrent.locks.ReentrantLock;

/** A thread takes a lock interruptibly after the others are gone, one of which was interrupted. */
public class ArrivesAlone {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread interrupted = new Thread(() -> Thread.currentThread().interrupt());
        interrupted.start();
        interrupted.join();
        LOCK.lockInterruptibly();
        assert !LOCK.isHeldByCurrentThread(); //~ ASSERTION
    }
}
