//@ verdict: verified
//@ flags: --races error
//@ states: 8

/** The lock that protects a static field is in local variables only. It is the same for all threads, and has to stay so. */
public class LocalLock {
    static int count;

    public static void main(String[] args) {
        Object lock = new Object();
        Runnable task = () -> {
            synchronized (lock) {
                count++;
            }
        };
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(task);
        }
        for (Thread thread : threads) {
            thread.start();
        }
    }
}
