//@ verdict: livelock
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// A round of the loop has an instruction that needs a call of the machine's own. What that executes is no part of the round.
public class TriesAlone {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        while (true) {
            if (lock.tryLock(1, TimeUnit.MILLISECONDS)) { //~ LIVELOCK
                lock.unlock();
            }
        }
    }
}
