//@ verdict: assertion
/** Between two atomic blocks others run. */
import braid.Braid;

public class AtomicEndsEarly {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Runnable add = () -> {
            Braid.beginAtomic();
            int before = count;
            Braid.endAtomic();
            Braid.atomic(() -> count = before + 1);
        };
        Thread first = new Thread(add);
        Thread second = new Thread(add);
        first.start();
        second.start();
        first.join();
        second.join();
        assert count == 2; //~ ASSERTION
    }
}
