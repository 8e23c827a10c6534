//@ verdict: assertion
//@ patient: verified
/** A date of the program's own is a number, however near it is to the date at which the clock starts: it does not grow old. */
public class DatesNearStart {
    static final long BASE = 1_704_067_200_000L;
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        }).start();
        long date = BASE;
        synchronized (lock) {
            while (!done && date < BASE + 30) {
                lock.wait(10);
                date += 10;
            }
        }
        assert date < BASE + 30; //~ ASSERTION
    }
}
