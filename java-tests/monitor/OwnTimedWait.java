//@ verdict: verified
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
//@[none] states: 23
//@[transactions] states: 23
//@[virtual] states: 9
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Threads whose first act is to wait a while for something that nobody else knows. */
public class OwnTimedWait {
    static class Waits extends Thread {
        @Override
        public void run() {
            Object own = new Object();
            synchronized (own) {
                try {
                    own.wait(10);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    static class Awaits extends Thread {
        @Override
        public void run() {
            ReentrantLock own = new ReentrantLock();
            Condition condition = own.newCondition();
            own.lock();
            try {
                condition.awaitNanos(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread waits = new Waits();
        Thread awaits = new Awaits();
        waits.start();
        awaits.start();
        waits.join();
        awaits.join();
    }
}
