//@ verdict: verified
//@ states: 159
/** Waiting for something with a time limit on the date, again and again: the date itself is no part of the state. */
public class DatePolled {
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        }).start();
        synchronized (lock) {
            while (!done) {
                long deadline = System.currentTimeMillis() + 100;
                while (!done && System.currentTimeMillis() < deadline) {
                    lock.wait(50);
                }
            }
        }
    }
}
