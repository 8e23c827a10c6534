//@ verdict: verified
//@ revisions: two three
//@[two] args: 2
//@[three] args: 3
//@[two] states: 75
//@[three] states: 1867
/** Peterson's algorithm for any number of threads: a level for each but one, at which one thread stays behind. args: threads */
import java.util.concurrent.atomic.AtomicIntegerArray;

public class FilterLock {
    static AtomicIntegerArray level, last;
    static int inside;

    static boolean othersAt(int own, int i, int n) {
        for (int j = 0; j < n; j++) {
            if (j != i && level.get(j) >= own) {
                return true;
            }
        }
        return false;
    }

    static void lock(int i, int n) {
        for (int own = 1; own < n; own++) {
            level.set(i, own);
            last.set(own, i);
            while (othersAt(own, i, n) && last.get(own) == i) { }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        level = new AtomicIntegerArray(n);
        last = new AtomicIntegerArray(n);
        for (int i = 0; i < n; i++) {
            int id = i;
            new Thread(() -> {
                lock(id, n);
                inside++;
                assert inside == 1;
                inside--;
                level.set(id, 0);
            }).start();
        }
    }
}
