//@ verdict: verified
//@ states: 26 on 17, 3 on 25

/** A thread that stops itself throws at once; since JDK 20 no thread can be stopped. */
public class StopsItself {
    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            boolean isLeft = false;
            try {
                Thread.currentThread().stop();
                isLeft = true;
            } catch (ThreadDeath | UnsupportedOperationException thrown) {
                // As it should be.
            }
            assert !isLeft;
        });
        other.start();
        other.join();
        try {
            // It has ended, so there is nothing to stop.
            other.stop();
        } catch (UnsupportedOperationException never) {
            // As it should be.
        }
    }
}
