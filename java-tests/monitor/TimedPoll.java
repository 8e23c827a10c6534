//@ verdict: assertion
//@ patient: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A timed poll of a queue may come back with nothing although an element is on its way. */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class TimedPoll {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add(1)).start();
        Integer got = queue.poll(1, TimeUnit.SECONDS);
        assert got != null; //~ ASSERTION
    }
}
