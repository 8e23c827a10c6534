//@ run
/** A thread pool written with synchronized, wait and notify only. */
import java.util.*;

public class HandWrittenPool {
    private final LinkedList<Runnable> tasks = new LinkedList<>();
    private final Thread[] workers;
    private boolean closed;
    private int active;

    HandWrittenPool(int n) {
        workers = new Thread[n];
        for (int i = 0; i < n; i++) {
            workers[i] = new Thread(this::work, "pool-worker-" + i);
            workers[i].start();
        }
    }

    private void work() {
        while (true) {
            Runnable r;
            synchronized (this) {
                while (tasks.isEmpty() && !closed) {
                    try {
                        wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                if (tasks.isEmpty()) {
                    return;
                }
                r = tasks.removeFirst();
                active++;
            }
            try {
                r.run();
            } catch (RuntimeException e) {
                synchronized (System.out) {
                    System.out.println("task failed: " + e.getMessage());
                }
            } finally {
                synchronized (this) {
                    active--;
                    notifyAll();
                }
            }
        }
    }

    synchronized void submit(Runnable r) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        tasks.add(r);
        notify();
    }

    synchronized void awaitIdle() throws InterruptedException {
        while (!tasks.isEmpty() || active > 0) {
            wait();
        }
    }

    void close() throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        for (Thread t : workers) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        HandWrittenPool p = new HandWrittenPool(3);
        int[] squares = new int[20];
        for (int i = 0; i < squares.length; i++) {
            int n = i;
            p.submit(() -> squares[n] = n * n);
        }
        p.awaitIdle();
        System.out.println(Arrays.toString(squares));
        p.submit(() -> {
            throw new IllegalArgumentException("on purpose");
        });
        p.awaitIdle();
        p.close();
        try {
            p.submit(() -> { });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
