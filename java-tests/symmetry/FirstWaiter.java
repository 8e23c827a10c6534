//@ verdict: verified
//@ flags: --races error
//@ states: 16
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads wait for a condition in either order: who came first is signalled first. */
public class FirstWaiter {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CONDITION = LOCK.newCondition();
    static int came, went;

    static class Waiter extends Thread {
        public void run() {
            LOCK.lock();
            try {
                int ticket = came++;
                CONDITION.awaitUninterruptibly();
                assert ticket == went;
                went++;
            } finally {
                LOCK.unlock();
            }
        }
    }

    public static void main(String[] args) {
        new Waiter().start();
        new Waiter().start();
        for (int signalled = 0; signalled < 2; ) {
            LOCK.lock();
            if (came > signalled && went == signalled) {
                CONDITION.signal();
                signalled++;
            }
            LOCK.unlock();
            Thread.yield();
        }
    }
}
