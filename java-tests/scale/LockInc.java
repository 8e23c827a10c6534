//@ verdict: verified
//@ revisions: few ten
//@[few] args: 3
//@[ten] args: 10
//@[few] states: 9
//@[ten] states: 1025
/** Threads that add one to a number under one lock; main joins them all and looks at the sum. args: threads */
public class LockInc {
    static final Object LOCK = new Object();
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread() {
                @Override
                public void run() {
                    synchronized (LOCK) {
                        sum++;
                    }
                }
            };
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert sum == n;
    }
}
