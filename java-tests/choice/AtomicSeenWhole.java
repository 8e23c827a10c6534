//@ verdict: verified
//@ outcomes: 0,0 0,2 2,2
//@ states: 40
/** Others see an atomic block before it begins or after it ended. */
import braid.Braid;

public class AtomicSeenWhole {
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> Braid.atomic(() -> {
            x = 1;
            y = 1;
            x = 2;
            y = 2;
        }));
        int[] seen = new int[2];
        Thread reader = new Thread(() -> {
            seen[0] = x;
            seen[1] = y;
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        Outcome.is(seen[0] + "," + seen[1], args);
    }
}
