//@ verdict: verified
//@ revisions: free virtual
//@[virtual] flags: --time virtual
//@[free] states: 25
//@[virtual] states: 8
/** A sleep takes more than its time, never exactly that, on both clocks. */
public class SleepsLonger {
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> { }).start();
        long began = System.nanoTime();
        Thread.sleep(200);
        assert System.nanoTime() - began > 200_000_000;
        long date = System.currentTimeMillis();
        Thread.sleep(200);
        assert System.currentTimeMillis() - date >= 200;
    }
}
