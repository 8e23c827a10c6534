//@ run
/** Dining philosophers with ordered forks: everybody eats. */
import java.util.*;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Philosophers {
    public static void main(String[] args) throws Exception {
        int n = 5, meals = 20;
        Object[] forks = new Object[n];
        Arrays.setAll(forks, i -> new Object());
        AtomicIntegerArray eaten = new AtomicIntegerArray(n);
        boolean[] used = new boolean[n];
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            int id = i, a = Math.min(i, (i + 1) % n), b = Math.max(i, (i + 1) % n);
            ts[i] = new Thread(() -> {
                for (int m = 0; m < meals; m++) {
                    synchronized (forks[a]) {
                        synchronized (forks[b]) {
                            if (used[a] || used[b]) {
                                throw new AssertionError("fork shared");
                            }
                            used[a] = used[b] = true;
                            eaten.incrementAndGet(id);
                            used[a] = used[b] = false;
                        }
                    }
                }
            }, "philosopher-" + i);
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(eaten);
    }
}
