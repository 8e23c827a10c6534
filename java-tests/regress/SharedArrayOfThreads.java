//@ verdict: livelock
// On the way to the loop, taken again with a stop before every action, a thread looks at the end of another one, which the search
// did not see it do. The schedule is that of the search.
public class SharedArrayOfThreads {
    static final Thread[] THREADS = new Thread[2];
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        THREADS[0] = new Thread(() -> { });
        THREADS[1] = new Thread(SharedArrayOfThreads::sleeps);
        THREADS[0].start();
        THREADS[0].join();
        THREADS[1].start();
        while (!stop) { //~ LIVELOCK
            Thread.sleep(1); //~ LIVELOCK
        }
    }

    static void sleeps() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
