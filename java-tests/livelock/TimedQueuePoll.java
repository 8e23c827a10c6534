//@ verdict: livelock
//@ revisions: none transactions virtual
//@[none] flags: --reduction none --canon full
//@[virtual] flags: --time virtual
/** A queue that is polled with a time-out again and again, and that nobody fills. */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class TimedQueuePoll {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        new Thread(() -> { }).start();
        while (queue.poll(10, TimeUnit.MILLISECONDS) == null) { } //~ LIVELOCK
    }
}
