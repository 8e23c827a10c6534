//@ verdict: livelock
//@ args: 2
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Optimistic retries with a version that an odd writer leaves behind: no attempt can succeed any more. */
import java.util.concurrent.atomic.AtomicInteger;

public class RetryForEver {
    static final AtomicInteger VERSION = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(VERSION::incrementAndGet).start();
        new Thread(() -> {
            while (true) {
                int v = VERSION.get(); //~ LIVELOCK
                if (v % 2 == 0 && VERSION.compareAndSet(v, v + 2)) {
                    return;
                }
            }
        }).start();
    }
}
