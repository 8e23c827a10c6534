//@ verdict: verified
//@ args: 3 3
//@ states: 9
/** Every thread adds to a counter of its own, which nobody else touches. args: threads additions */
public class Indep {
    static final class Counter {
        int count;
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]), additions = Integer.parseInt(args[1]);
        Counter[] counters = new Counter[threads];
        Thread[] started = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Counter mine = counters[i] = new Counter();
            started[i] = new Thread(() -> {
                for (int k = 0; k < additions; k++) {
                    mine.count++;
                }
            });
        }
        for (Thread thread : started) {
            thread.start();
        }
        for (Thread thread : started) {
            thread.join();
        }
        for (int i = 0; i < threads; i++) {
            assert counters[i].count == additions : counters[i].count;
        }
    }
}
