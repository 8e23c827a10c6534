//@ verdict: livelock
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// How often a wait has expired in a row decides whether much time passes when it does again. It counts although no other thread
// waits or has looked at the clock just now: one does later.
public class PollsBesideAwait {
    static final LinkedBlockingQueue<Object> QUEUE = new LinkedBlockingQueue<>();
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition NEVER = LOCK.newCondition();

    public static void main(String[] args) throws InterruptedException {
        new Thread(PollsBesideAwait::polls).start();
        LOCK.lock();
        while (true) {
            NEVER.awaitNanos(7); //~ LIVELOCK
        }
    }

    static void polls() {
        try {
            Object item = QUEUE.poll(1, TimeUnit.MILLISECONDS);
            while (item == null) {
                item = QUEUE.poll(2, TimeUnit.MILLISECONDS); //~ LIVELOCK
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
