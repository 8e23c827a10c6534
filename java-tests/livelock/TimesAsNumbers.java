//@ verdict: assertion
//@ revisions: divided shifted printed
//@[divided] args: divided
//@[shifted] args: shifted
//@[printed] args: date
/** A loop of timed waits that ends by a number computed from the clock: it does end. */
public class TimesAsNumbers {
    static long read(String kind) {
        switch (kind) {
            case "divided":
                return System.nanoTime() / 1_000_000;
            case "shifted":
                return (int) (System.nanoTime() >>> 20);
            default:
                return Long.parseLong(Long.toString(System.currentTimeMillis()));
        }
    }

    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> {
            try {
                synchronized (lock) {
                    long start = read(args[0]);
                    while (read(args[0]) - start < 50) {
                        lock.wait(10);
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assert false; //~ ASSERTION
        }).start();
    }
}
