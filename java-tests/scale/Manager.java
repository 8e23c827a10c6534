//@ verdict: verified
//@ args: 2
//@ states: 31
/** A transaction manager: clients begin, work, and commit or roll back; a commit succeeds only on what was read. args: clients */
import braid.Braid;

public class Manager {
    static final Object TABLE = new Object();
    static int active, version, commits, value;

    public static void main(String[] args) throws Exception {
        int clients = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[clients];
        for (int i = 0; i < clients; i++) {
            threads[i] = new Thread(() -> {
                boolean over = false;
                while (!over) {
                    int read, before;
                    synchronized (TABLE) {
                        active++;
                        read = version;
                        before = value;
                    }
                    boolean rollback = Braid.choose(2) == 0;
                    while (Braid.choose(2) == 0) { }
                    synchronized (TABLE) {
                        active--;
                        if (rollback) {
                            over = true;
                        } else if (version == read) {
                            version++;
                            value = before + 1;
                            commits++;
                            over = true;
                        }
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert active == 0 && commits == value;
    }
}
