//@ verdict: verified
//@ outcomes: 0 1 2
//@ states: 9
/** A volatile counter that one thread counts in and another one looks at: who alone writes reads in no step of its own. */
public class OneWriter {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            count++;
            count++;
        });
        thread.start();
        int seen = count;
        thread.join();
        Outcome.is("" + seen, args);
    }
}
