//@ verdict: assertion
//@ flags: --uncaught test

/** A failed assertion counts in every thread. */
public class UncaughtAssertion {
    static volatile int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert sum == 0; //~ ASSERTION
        });
        other.start();
        sum = 1;
        other.join();
    }
}
