//@ verdict: verified
//@ outcomes: 01 10 11
//@ states: 12
// Store buffering on atomic variables: what natives do to shared memory does not commute.
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicsSeen {
    static final AtomicInteger X = new AtomicInteger(), Y = new AtomicInteger();
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            X.getAndSet(1);
            seen = Y.getAndAdd(0);
        });
        thread.start();
        Y.getAndSet(1);
        int own = X.getAndAdd(0);
        thread.join();
        Outcome.is("" + seen + own, args);
    }
}
