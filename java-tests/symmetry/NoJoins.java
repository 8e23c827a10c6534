//@ verdict: verified
//@ revisions: two four
//@[two] args: 2
//@[four] args: 4
//@[two] states: 4
//@[four] states: 16

/** Threads that increment once under a lock, and that no thread joins: up to symmetry n of them have n + 1 states. */
public class NoJoins {
    static final Object LOCK = new Object();
    static int count;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        for (int i = 0; i < n; i++) {
            new Thread() {
                public void run() {
                    synchronized (LOCK) {
                        count++;
                        assert count <= n;
                    }
                }
            }.start();
        }
    }
}
