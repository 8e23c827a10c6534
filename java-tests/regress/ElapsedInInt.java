//@ verdict: verified
//@ states: 5
// How long something has lasted fits into an int as a rule. That the date may be a lifetime later must not make it negative.
public class ElapsedInInt {
    public static void main(String[] args) throws InterruptedException {
        long began = System.currentTimeMillis();
        Thread.sleep(100);
        long elapsed = System.currentTimeMillis() - began;
        assert elapsed >= 100;
        assert (int) elapsed >= 100;
        assert (int) (elapsed / 1_000) >= 0;
    }
}
