//@ verdict: assertion
import java.util.concurrent.atomic.AtomicInteger;

/** The class of a lambda is initialized in a thread: its interface has default methods, and nobody can see it. */
public class LambdaInThread {
    static final AtomicInteger COUNT = new AtomicInteger();
    static volatile int other;

    public static void main(String[] args) throws Exception {
        Thread first = new Thread() {
            @Override
            public void run() {
                COUNT.updateAndGet(count -> count + 1);
            }
        };
        Thread second = new Thread() {
            @Override
            public void run() {
                other = 1;
            }
        };
        first.start();
        second.start();
        first.join();
        second.join();
        assert COUNT.get() + other < 2; //~ ASSERTION
    }
}
