//@ verdict: assertion
/** Who counts threads may come between an action and the start after it. */
public class CountedBeforeStart {
    static volatile int step;

    public static void main(String[] args) throws Exception {
        Thread counts = new Thread(() -> {
            if (step == 1) {
                assert Thread.activeCount() != 2; //~ ASSERTION
            }
        });
        counts.start();
        step = 1;
        new Thread(() -> {
            while (step != 2) {
                Thread.yield();
            }
        }).start();
        counts.join();
        step = 2;
    }
}
