//@ verdict: assertion
//@ patient: verified
// A thread that looks at the clock and is then blocked goes on later: the look comes before the time that passes meanwhile.
public class BlockedAndLate {
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (BlockedAndLate.class) {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }).start();
        Thread.sleep(10);
        long before = System.nanoTime();
        synchronized (BlockedAndLate.class) {
        }
        assert System.nanoTime() - before > 900_000_000L; //~ ASSERTION
    }
}
