//@ run
/** Class initialization runs once, others wait for it; a failed initialization is seen by all. */
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ClassInitThreads {
    static final AtomicInteger RUNS = new AtomicInteger();

    static class Holder {
        static final Object VALUE;

        static {
            RUNS.incrementAndGet();
            Thread.yield();
            VALUE = "made";
        }
    }

    static class Broken {
        static int x = Integer.parseInt("not a number");
    }

    public static void main(String[] args) throws Exception {
        int n = 4;
        Object[] seen = new Object[n];
        AtomicInteger init = new AtomicInteger(), later = new AtomicInteger();
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                seen[id] = Holder.VALUE;
                try {
                    System.out.println(Broken.x);
                } catch (ExceptionInInitializerError e) {
                    init.incrementAndGet();
                } catch (NoClassDefFoundError e) {
                    later.incrementAndGet();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(RUNS + " " + seen[0] + " " + seen[n - 1] + " " + init + " " + later);
        try {
            System.out.println(Broken.x);
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
            System.out.println(e.getCause().getMessage().replaceAll("Thread-\\d", "Thread-n"));
        }
    }
}
