//@ verdict: verified
//@ states: 9
/** Two counters of one class: a lock protects one of them, the other has nothing to protect it. The first still moves. */
public class OneOfTwoCounters {
    static final class Counter {
        volatile int count;
    }

    static final Counter LOCKED = new Counter(), OPEN = new Counter();

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                synchronized (LOCKED) {
                    LOCKED.count++;
                    LOCKED.count++;
                }
                OPEN.count = 1;
            }).start();
        }
    }
}
