//@ verdict: deadlock
/** An attempt that takes a lock and gives it back, in vain, has done nothing: that is a deadlock and no livelock. */
import braid.Action;
import braid.Braid;
import java.util.concurrent.locks.ReentrantLock;

public class ModelAwaitLock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) {
        Thread counter = new Thread(() -> {
            LOCK.lock();
            try {
                count++;
            } finally {
                LOCK.unlock();
            }
        });
        counter.start();
        Braid.await(new Action() { //~ BLOCKED
            @Override
            protected boolean attempt() {
                LOCK.lock();
                try {
                    return count == 2;
                } finally {
                    LOCK.unlock();
                }
            }
        });
    }
}
