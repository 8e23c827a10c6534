//@ verdict: verified
//@ states: 3
import braid.Braid;

/** A thread that has run for long, and stops for breath, does not do so between looking whether another lives and waiting for it. */
public class JoinsLate {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        int rounds = 66_630 + Braid.choose(40);
        for (int i = 0; i < rounds; i++) { }
        other.join();
    }
}
