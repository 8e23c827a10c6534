//@ verdict: livelock
//@ flags: --time patient
// The way into a loop is made shorter: where a wait may expire was looked at on that way.
public class SpinsAtLast {
    static final Object LOCK = new Object();
    static volatile int never;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> pause(20));
        Thread spinner = new Thread(() -> {
            for (int i = 0; i < 3 && never == 0; i++) {
                pause(20);
            }
            synchronized (LOCK) {
                while (never == 0) { //~ LIVELOCK
                    Thread.onSpinWait();
                }
            }
        });
        sleeper.start();
        spinner.start();
        sleeper.join();
        spinner.join();
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
