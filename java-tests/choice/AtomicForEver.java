//@ verdict: inconclusive unsupported: an atomic block with a loop that never ends
/** Nobody else could ever run again. */
import braid.Braid;

public class AtomicForEver {
    static volatile boolean stop;

    public static void main(String[] args) {
        new Thread(() -> Braid.atomic(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        })).start();
        stop = true;
    }
}
