//@ verdict: verified
//@ revisions: plain recursion parameters
//@[plain] args: plain
//@[recursion] args: recursion
//@[parameters] args: parameters
//@ states: 49
/** Times that stay in variables, through calls and returns: the rounds of a loop of sleeps are one state. */
public class ReadingsFollowed {
    static volatile boolean done;

    static long same(int a, long time, double b, long other) {
        return other - other + time;
    }

    static long down(int depth, long time) {
        return depth == 0 ? time : down(depth - 1, time);
    }

    static long through(String how, long time) {
        return switch (how) {
            case "recursion" -> down(3, time);
            case "parameters" -> same(1, time, 2.0, 3);
            default -> time;
        };
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> done = true).start();
        while (!done) {
            long began = through(args[0], System.nanoTime());
            Thread.sleep(10);
            long elapsed = through(args[0], System.nanoTime()) - began;
            assert elapsed > 10_000_000;
        }
    }
}
