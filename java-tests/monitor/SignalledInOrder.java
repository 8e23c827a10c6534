//@ verdict: verified
//@ states: 36
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Those who were signalled take the lock again in the order of their signals, be it fair or not. */
public class SignalledInOrder {
    static int waiting;
    static String order = "";

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Runnable waits = () -> {
            lock.lock();
            int mine = waiting++;
            condition.awaitUninterruptibly();
            order += mine;
            lock.unlock();
        };
        Thread one = new Thread(waits);
        Thread other = new Thread(waits);
        one.setDaemon(true);
        other.setDaemon(true);
        one.start();
        other.start();
        lock.lock();
        boolean both = waiting == 2;
        condition.signalAll();
        lock.unlock();
        if (both) {
            one.join();
            other.join();
            assert order.equals("01");
        }
    }
}
