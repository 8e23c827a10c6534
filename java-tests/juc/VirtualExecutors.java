//@ run
//@ jdk: 25
/** Executors of one virtual thread per task, used in a structured way with try-with-resources. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class VirtualExecutors {
    public static void main(String[] args) throws Exception {
        try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> fs = IntStream.range(0, 50).mapToObj(i -> ex.submit(() -> {
                Thread.sleep(1);
                return i * i;
            })).toList();
            int sum = 0;
            for (Future<Integer> f : fs) {
                sum += f.get();
            }
            System.out.println(sum);
            Future<?> bad = ex.submit(() -> {
                throw new IllegalStateException("task");
            });
            try {
                bad.get();
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getMessage() + " " + bad.state() + " " + bad.exceptionNow().getMessage());
            }
            System.out.println(fs.get(3).resultNow() + " " + fs.get(3).state());
        }
        StringBuffer done = new StringBuffer();
        try (var ex = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("w", 0).factory())) {
            for (int i = 0; i < 3; i++) {
                ex.execute(() -> done.append("x"));
            }
        }
        System.out.println("all closed: " + done);
        BlockingQueue<Integer> q = new LinkedBlockingQueue<>(2);
        ReentrantLock lock = new ReentrantLock();
        int[] total = new int[1];
        try (var ex = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int p = 0; p < 3; p++) {
                int base = p * 10;
                ex.submit(() -> {
                    for (int i = 0; i < 10; i++) {
                        q.put(base + i);
                    }
                    return null;
                });
                ex.submit(() -> {
                    for (int i = 0; i < 10; i++) {
                        int x = q.take();
                        lock.lock();
                        try {
                            total[0] += x;
                        } finally {
                            lock.unlock();
                        }
                    }
                    return null;
                });
            }
        }
        System.out.println(total[0] + " " + q.isEmpty());
        try (var fixed = Executors.newFixedThreadPool(2)) {
            System.out.println(fixed.invokeAll(List.of(() -> "a", () -> "b")).stream().map(Future::resultNow).toList());
        }
        CompletableFuture<String> cf = new CompletableFuture<>();
        Thread.startVirtualThread(() -> cf.complete("from a virtual thread"));
        System.out.println(cf.get());
    }
}
