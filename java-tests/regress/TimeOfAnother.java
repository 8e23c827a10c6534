//@ verdict: assertion
//@ patient: verified
/** How much time has passed for one thread, another one sees that has looked at the clock before. */
public class TimeOfAnother {
    static volatile int step;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            long began = System.nanoTime();
            step = 1;
            int seen = step;
            long elapsed = System.nanoTime() - began;
            assert seen != 2 || elapsed <= 100_000_000 || elapsed >= 1_000_000_000; //~ ASSERTION
        });
        t.start();
        Thread.sleep(200);
        step = 2;
    }
}
