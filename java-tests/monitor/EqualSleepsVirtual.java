//@ verdict: assertion
//@ flags: --time virtual
/** Two sleeps that end at the same time: both threads run then, and one update may be lost. */
public class EqualSleepsVirtual {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Runnable sleeps = () -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            count++;
        };
        Thread one = new Thread(sleeps);
        Thread other = new Thread(sleeps);
        one.start();
        other.start();
        one.join();
        other.join();
        assert count == 2; //~ ASSERTION
    }
}
