//@ verdict: verified
//@ outcomes: 0false 1false 1true
//@ states: 17
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A wait whose time is up may have to wait for its lock until after the signal, which it then misses. */
public class AwaitTimesOut {
    static int x;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        new Thread(() -> {
            lock.lock();
            x = 1;
            condition.signal();
            lock.unlock();
        }).start();
        boolean signalled = condition.await(1, TimeUnit.SECONDS);
        int seen = x;
        lock.unlock();
        Outcome.is(seen + "" + signalled, args);
    }
}
