//@ run
//@ args: 3 8
/** A small job server: arguments, queue, workers, futures, shutdown hook, ordered report. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ThreadsEndToEnd {
    record Job(int id, int n) { }

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] args) throws Exception {
        int workers = Integer.parseInt(args[0]), jobs = Integer.parseInt(args[1]);
        BlockingQueue<Job> q = new LinkedBlockingQueue<>();
        ConcurrentSkipListMap<Integer, Long> results = new ConcurrentSkipListMap<>();
        AtomicInteger active = new AtomicInteger(workers);
        CountDownLatch done = new CountDownLatch(jobs);
        Thread[] ts = new Thread[workers];
        for (int i = 0; i < workers; i++) {
            ts[i] = new Thread(() -> {
                try {
                    while (true) {
                        Job j = q.take();
                        results.put(j.id(), fib(j.n()));
                        done.countDown();
                    }
                } catch (InterruptedException e) {
                    active.decrementAndGet();
                }
            }, "worker-" + i);
            ts[i].start();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye, " + results.size() + " results, active " + active)));
        for (int j = 0; j < jobs; j++) {
            q.put(new Job(j, 8 + j % 5));
        }
        done.await();
        for (Thread t : ts) {
            t.interrupt();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(results);
    }
}
