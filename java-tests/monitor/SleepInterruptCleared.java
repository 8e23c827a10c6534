//@ verdict: verified
//@ outcomes: true0 true1 false0 false1
//@ states: 73 on 17, 76 on 25
/** The same for a thread that sleeps; what it does afterwards may come between the two looks. */
public class SleepInterruptCleared {
    static volatile int caught;

    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                caught = 1;
            }
        });
        sleeper.start();
        sleeper.interrupt();
        boolean interrupted = sleeper.isInterrupted();
        Outcome.is(interrupted + "" + caught, args);
    }
}
