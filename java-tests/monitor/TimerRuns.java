//@ verdict: verified
//@ states: 17
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A timer starts the class library's cleaner as well, which has nothing to do for ever. */
public class TimerRuns {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        CountDownLatch ran = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ran.countDown();
            }
        }, 10);
        ran.await();
        timer.cancel();
    }
}
