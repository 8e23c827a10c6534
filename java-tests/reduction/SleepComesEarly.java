//@ verdict: verified
//@ outcomes: unseen,cleared unseen,kept seen,cleared seen,kept
//@ states: 64 on 17, 71 on 25
/**
 * Another interrupt may come between a sleep that was interrupted and what its thread does next: a sleep does not move to
 * the right.
 */
public class SleepComesEarly {
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        String[] outcome = new String[1];
        Thread sleeper = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                // The flag is cleared now.
            }
            String seen = interrupted ? "seen" : "unseen";
            outcome[0] = seen + (Thread.interrupted() ? ",kept" : ",cleared");
        });
        sleeper.start();
        sleeper.interrupt();
        interrupted = true;
        sleeper.join();
        Outcome.is(outcome[0], args);
    }
}
