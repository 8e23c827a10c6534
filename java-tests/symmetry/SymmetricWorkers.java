//@ verdict: verified
//@ revisions: two three four
//@[two] args: 2
//@[three] args: 3
//@[four] args: 4
//@[two] states: 10
//@[three] states: 28
//@[four] states: 82
/** N threads of the same code, told apart by nothing. args: threads */
public class SymmetricWorkers {
    static int inside, done;

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            ts[i] = new Thread(() -> {
                synchronized (SymmetricWorkers.class) {
                    inside++;
                    assert inside == 1;
                    inside--;
                }
                synchronized (SymmetricWorkers.class) {
                    done++;
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert done == n;
    }
}
