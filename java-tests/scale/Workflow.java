//@ verdict: verified
//@ args: 2 2
//@ states: 26
/** Orders that pass through stages; at each, work of a number of rounds that nobody knows. args: orders, stages */
import braid.Braid;

public class Workflow {
    static final Object BOOK = new Object();
    static int shipped, billed;

    public static void main(String[] args) throws Exception {
        int orders = Integer.parseInt(args[0]), stages = Integer.parseInt(args[1]);
        Thread[] threads = new Thread[orders];
        for (int i = 0; i < orders; i++) {
            threads[i] = new Thread(() -> {
                for (int stage = 0; stage < stages; stage++) {
                    synchronized (BOOK) {
                        billed++;
                    }
                    int weight = 0;
                    while (Braid.choose(3) != 0) {
                        weight = (weight + 1) % 3;
                    }
                    synchronized (BOOK) {
                        shipped++;
                        assert shipped <= billed;
                    }
                    while (Braid.choose(2) == 0) { }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert shipped == orders * stages && billed == shipped;
    }
}
