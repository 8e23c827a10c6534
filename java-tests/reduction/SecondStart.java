//@ verdict: verified
//@ outcomes: 0 1
//@ states: 14
// Between the start of a thread and what comes after it the new thread can run, also where there are others already.
public class SecondStart {
    static volatile int v;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread first = new Thread(() -> {
            synchronized (lock) { }
        });
        Thread second = new Thread(() -> v = 1);
        int seen;
        synchronized (lock) {
            first.start();
            second.start();
            seen = v;
        }
        first.join();
        second.join();
        Outcome.is("" + seen, args);
    }
}
