//@ verdict: livelock
// How often a wait has expired in a row decides whether much time passes when it does again. It counts although no other thread
// waits or has looked at the clock just now: one may do so later.
public class SleepsBesideSleeps {
    static volatile int turn;

    public static void main(String[] args) throws InterruptedException {
        new Thread(SleepsBesideSleeps::other).start();
        while (true) {
            Thread.sleep(7); //~ LIVELOCK
        }
    }

    static void other() {
        try {
            long before = System.nanoTime();
            Thread.sleep(3);
            if (System.nanoTime() < before) {
                return;
            }
            before = 0;
            while (true) {
                Thread.sleep(5); //~ LIVELOCK
                turn = 1 - turn; //~ LIVELOCK
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
