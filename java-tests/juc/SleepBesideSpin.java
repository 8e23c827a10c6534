//@ run
/** A sleep comes to its end although another thread never rests. */
public class SleepBesideSpin {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
            done = true;
        });
        sleeper.start();
        while (!done) {
            Thread.onSpinWait();
        }
        sleeper.join();
        System.out.println("done");
    }
}
