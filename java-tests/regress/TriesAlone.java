//@ verdict: livelock
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// A round of the loop has an instruction that needs a call of the machine's own. What that executes is no part of the round.
public class TriesAlone {
    static final ReentrantLock LOCK = new ReentrantLock();
    static boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread ended = new Thread(() -> { });
        ended.start();
        ended.join();
        while (!stop) { //~ LIVELOCK
            if (LOCK.tryLock(1, TimeUnit.MILLISECONDS)) { //~ LIVELOCK
                LOCK.unlock(); //~ LIVELOCK
            }
        }
    }
}
