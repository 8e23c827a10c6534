//@ verdict: verified
//@ states: 2
/** A thread runs on for long, from each of many places where the other one may have ended: all of that is one way from its next stop on. */
public class EndsAnywhere {
    static volatile int steps;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                steps = i;
            }
            long sum = 0;
            for (int i = 0; i < 300_000; i++) {
                sum += i;
            }
            assert sum > 0;
        }).start();
    }
}
