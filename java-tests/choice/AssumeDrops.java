//@ verdict: verified
//@ states: 6
/** What breaks the assumption is dropped, in every thread. */
import braid.Braid;

public class AssumeDrops {
    static volatile int chosen;

    public static void main(String[] args) throws InterruptedException {
        Thread chooser = new Thread(() -> {
            int number = Braid.choose(10);
            Braid.assume(number % 3 == 0);
            chosen = number;
        });
        chooser.start();
        chooser.join();
        assert chosen == 0 || chosen == 3 || chosen == 6 || chosen == 9;
    }
}
