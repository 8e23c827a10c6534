//@ verdict: verified
//@ revisions: small more
//@[small] args: 3 3
//@[more] args: 4 4
//@[small] states: 21
//@[more] states: 190

import java.util.concurrent.Semaphore;

/**
 * n threads that pass l stages, one of which a semaphore guards: with all threads told apart there are
 * (l-1)^n + n(l-1)^(n-1) states in which threads are under way, up to symmetry as many as there are ways to put n threads
 * without names into stages, C(n+l-2, l-2) + C(n+l-3, l-2) (Emerson and Wahl, 2003). One more is before the first start.
 */
public class Stages {
    static final Semaphore GUARD = new Semaphore(1);
    static volatile int steps;

    static void pass(int stages) {
        // The first stage is that of a thread which has not begun, the last one that of a thread which has ended.
        for (int stage = 2; stage < stages - 1; stage++) {
            steps = 0;
        }
        GUARD.acquireUninterruptibly();
        steps = 0;
        // Here it is in the stage that is guarded.
        steps = 0;
        GUARD.release();
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]), stages = Integer.parseInt(args[1]);
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread() {
                @Override
                public void run() {
                    pass(stages);
                }
            };
        }
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
    }
}
