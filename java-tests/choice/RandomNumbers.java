//@ verdict: verified
//@ revisions: constructed shared local seeded
//@[constructed] args: constructed
//@[shared] args: shared
//@[local] args: local
//@[seeded] args: seeded
//@[constructed] states: 3
//@[shared] states: 3
//@[local] states: 9
//@[seeded] states: 3
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Random numbers without a seed: one sequence is tried, and the verdict says so. With a seed there is but one. */
public class RandomNumbers {
    static double next(String kind) {
        switch (kind) {
            case "constructed":
                return new Random().nextDouble();
            case "shared":
                return Math.random();
            case "local":
                return ThreadLocalRandom.current().nextDouble();
            default:
                return new Random(42).nextDouble();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert next(args[0]) < 1;
        });
        other.start();
        other.join();
    }
}
