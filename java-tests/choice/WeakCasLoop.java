//@ verdict: verified
//@ revisions: spurious never
//@[spurious] flags: --spurious
//@[never] args: once
//@[spurious] states: 14
//@[never] states: 12
import java.util.concurrent.atomic.AtomicInteger;

/** A weak compare-and-set in a loop gets there; without spurious failures the first attempt of a single thread does. */
public class WeakCasLoop {
    static final AtomicInteger count = new AtomicInteger();

    static void increment() {
        int seen;
        do {
            seen = count.get();
        } while (!count.weakCompareAndSetVolatile(seen, seen + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            assert count.weakCompareAndSetVolatile(0, 0);
        }
        Thread other = new Thread(WeakCasLoop::increment);
        other.start();
        increment();
        other.join();
        assert count.get() == 2;
    }
}
