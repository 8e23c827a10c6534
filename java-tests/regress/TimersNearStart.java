//@ verdict: assertion
//@ patient: verified
/** A number that happens to be near to what the timer shows is a number all the same: it does not grow old. */
public class TimersNearStart {
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        }).start();
        long number = 0x0713_1415_9265_3589L;
        synchronized (lock) {
            while (!done) {
                lock.wait(10);
                number += 10_000_000;
                if (number > 0x0713_1415_9265_3589L + 25_000_000) {
                    break;
                }
            }
        }
        assert number <= 0x0713_1415_9265_3589L + 25_000_000; //~ ASSERTION
    }
}
