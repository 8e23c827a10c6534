//@ run
/** wait with nested monitors, notify one by one, notifyAll, turn-taking among many threads. */
public class NotifyOrder {
    static int turn;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        StringBuilder out = new StringBuilder();
        Thread[] ts = new Thread[5];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int round = 0; round < 3; round++) {
                    synchronized (lock) {
                        while (turn % ts.length != id) {
                            try {
                                lock.wait();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }
                        out.append((char) ('a' + id));
                        turn++;
                        lock.notifyAll();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(out);
        int[] woken = new int[1];
        int[] waiting = new int[1];
        Thread[] ws = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ws[i] = new Thread(() -> {
                synchronized (lock) {
                    synchronized (lock) {
                        waiting[0]++;
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        woken[0]++;
                        lock.notifyAll();
                    }
                    if (!Thread.holdsLock(lock)) {
                        throw new AssertionError("depth lost");
                    }
                }
            });
            ws[i].start();
        }
        while (true) {
            synchronized (lock) {
                if (waiting[0] == 3) {
                    lock.notify();
                    break;
                }
            }
            Thread.yield();
        }
        for (Thread t : ws) {
            t.join();
        }
        System.out.println(woken[0]);
    }
}
