//@ verdict: deadlock
// Two threads take two locks in different orders, with a long computation in between and before they block.
public class LongBeforeDeadlock {
    static final Object FIRST = new Object();
    static final Object SECOND = new Object();

    static int compute(int seed) {
        int sum = seed;
        for (int i = 0; i < 300_000; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (FIRST) {
                compute(1);
                synchronized (SECOND) { //~ BLOCKED
                }
            }
        }).start();
        new Thread(() -> {
            synchronized (SECOND) {
                compute(2);
                synchronized (FIRST) { //~ BLOCKED
                }
            }
        }).start();
    }
}
