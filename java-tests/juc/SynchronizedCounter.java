//@ run
/** synchronized methods, blocks, static methods, re-entrance; no lost updates. */
public class SynchronizedCounter {
    int n;
    static int s;

    synchronized void inc() {
        add(1);
    }

    synchronized void add(int d) {
        n += d;
    }

    static synchronized void incStatic() {
        s++;
    }

    public static void main(String[] args) throws Exception {
        SynchronizedCounter c = new SynchronizedCounter();
        Object lock = new Object();
        int[] boxed = new int[1];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 500; j++) {
                    c.inc();
                    incStatic();
                    synchronized (lock) {
                        synchronized (lock) {
                            boxed[0]++;
                        }
                    }
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(c.n + " " + s + " " + boxed[0]);
        System.out.println(Thread.holdsLock(lock));
        synchronized (lock) {
            System.out.println(Thread.holdsLock(lock));
        }
        try {
            synchronized (lock) {
                throw new RuntimeException("leaves the monitor");
            }
        } catch (RuntimeException e) {
            System.out.println(Thread.holdsLock(lock) + " " + e.getMessage());
        }
        try {
            Object none = null;
            synchronized (none) {
                System.out.println("unreachable");
            }
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
