import braid.Braid;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** What clients are made of: threads, and what each of them has found. */
final class Ends {
    /** What one thread does and finds. */
    interface Body {
        Object find() throws Exception;
    }

    private Ends() {
    }

    /** Runs each body in a thread of its own and records what all have found. */
    static void of(Body... bodies) throws InterruptedException {
        Object[] found = new Object[bodies.length];
        Thread[] threads = new Thread[bodies.length];
        for (int at = 0; at < bodies.length; at++) {
            int thread = at;
            threads[at] = new Thread(() -> found[thread] = found(bodies[thread]));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        StringBuilder all = new StringBuilder();
        for (Object one : found) {
            all.append(all.length() == 0 ? "" : " | ").append(one);
        }
        Braid.outcome(all);
    }

    /** What a body finds, or how it fails. */
    static String found(Body body) {
        try {
            return String.valueOf(body.find());
        } catch (ExecutionException e) {
            return "because of " + e.getCause().getClass().getSimpleName();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    /** A thread that has started. */
    static Thread go(Body body) {
        Thread thread = new Thread(() -> found(body));
        thread.start();
        return thread;
    }

    /** Lets a pool end. */
    static boolean over(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        return pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }
}
