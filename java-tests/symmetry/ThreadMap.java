//@ verdict: verified
//@ states: 9 on 17, 8 on 25
import java.util.HashMap;
import java.util.Map;

/** Threads are keys of a map: their hash codes were made by main, and are data that tell them apart. */
public class ThreadMap {
    static final Map<Thread, Integer> DONE = new HashMap<>();

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Thread worker = new Thread() {
                public void run() {
                    synchronized (DONE) {
                        DONE.merge(this, 1, Integer::sum);
                        assert DONE.get(this) == 2;
                    }
                }
            };
            synchronized (DONE) {
                DONE.put(worker, 1);
            }
            worker.start();
        }
    }
}
