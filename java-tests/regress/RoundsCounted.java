//@ verdict: assertion
/** Ten short sleeps need not take longer than ten times one of them. */
public class RoundsCounted {
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> { }).start();
        long began = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            Thread.sleep(10);
        }
        assert System.nanoTime() - began > 150_000_000; //~ ASSERTION
    }
}
