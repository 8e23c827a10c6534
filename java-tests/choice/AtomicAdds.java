//@ verdict: verified
//@ states: 105
/** Additions in atomic blocks do not get lost. */
import braid.Braid;

public class AtomicAdds {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Runnable add = () -> Braid.atomic(() -> count++);
        Thread[] threads = {new Thread(add), new Thread(add), new Thread(add)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 3 || !Braid.isChecked();
    }
}
