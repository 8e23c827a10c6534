//@ verdict: verified
//@ revisions: two three
//@[two] args: 2
//@[three] args: 3
//@[two] states: 347
//@[three] states: 18082
/** Lamport's bakery. args: threads */
import java.util.concurrent.atomic.AtomicIntegerArray;

public class BakeryLock {
    static AtomicIntegerArray choosing, number;
    static int inside;

    static void lock(int i, int n) {
        choosing.set(i, 1);
        int max = 0;
        for (int j = 0; j < n; j++) {
            max = Math.max(max, number.get(j));
        }
        number.set(i, max + 1);
        choosing.set(i, 0);
        for (int j = 0; j < n; j++) {
            while (choosing.get(j) == 1) { }
            while (true) {
                int other = number.get(j), mine = number.get(i);
                if (other == 0 || other > mine || other == mine && j >= i) {
                    break;
                }
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        choosing = new AtomicIntegerArray(n);
        number = new AtomicIntegerArray(n);
        for (int i = 0; i < n; i++) {
            int id = i;
            new Thread(() -> {
                lock(id, n);
                inside++;
                assert inside == 1;
                inside--;
                number.set(id, 0);
            }).start();
        }
    }
}
