//@ verdict: assertion
// A thread looks at the clock, and its first action blocks it: the look comes before the time that passes meanwhile.
public class BlockedAndSeenLate {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            long before = System.nanoTime();
            synchronized (LOCK) {
            }
            assert System.nanoTime() - before < 20_000_000L; //~ ASSERTION
        });
        synchronized (LOCK) {
            thread.start();
            Thread.sleep(30);
        }
        thread.join();
    }
}
