//@ verdict: livelock
/** Waiting in vain until a date that is put off again and again: the date itself is no part of the state. */
public class DatePollNever {
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            while (!done) {
                long deadline = System.currentTimeMillis() + 100;
                while (System.currentTimeMillis() < deadline) {
                    lock.wait(50); //~ LIVELOCK
                }
            }
        }
    }
}
