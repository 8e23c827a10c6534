//@ run
//@ jdk: 25
/** Virtual threads: builders, properties, joining, interrupts, exceptions, many at once. */
import java.time.Duration;
import java.util.*;
import java.util.concurrent.atomic.*;

public class VirtualThreads {
    public static void main(String[] args) throws Exception {
        Thread v = Thread.ofVirtual().name("virt").start(() -> System.out.println("in " + Thread.currentThread().getName() + " " + Thread.currentThread().isVirtual()));
        v.join();
        System.out.println(v.isDaemon() + " " + v.getPriority() + " " + v.getState() + " " + v.getThreadGroup() + " " + v.join(Duration.ofMillis(1)));
        AtomicInteger n = new AtomicInteger();
        List<Thread> ts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ts.add(Thread.startVirtualThread(n::incrementAndGet));
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(n);
        Thread sleeper = Thread.ofVirtual().unstarted(() -> {
            try {
                Thread.sleep(Duration.ofDays(1));
            } catch (InterruptedException e) {
                System.out.println("interrupted " + Thread.currentThread().isInterrupted());
            }
        });
        System.out.println(sleeper.getState() + " [" + sleeper.getName() + "]");
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        Thread failing = Thread.ofVirtual().name("failing").uncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " died of " + e.getMessage())).start(() -> {
            throw new IllegalStateException("boom");
        });
        failing.join();
        try {
            v.setDaemon(false);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Thread p = Thread.ofPlatform().name("plat-", 5).daemon(true).priority(3).start(() -> { });
        p.join();
        System.out.println(p.getName() + " " + p.isDaemon() + " " + p.isVirtual());
        Object lock = new Object();
        int[] counter = new int[1];
        List<Thread> more = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            more.add(Thread.startVirtualThread(() -> {
                for (int j = 0; j < 20; j++) {
                    synchronized (lock) {
                        counter[0]++;
                    }
                    Thread.yield();
                }
            }));
        }
        for (Thread t : more) {
            t.join();
        }
        System.out.println(counter[0]);
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "initial");
        Thread.startVirtualThread(() -> {
            local.set("virtual");
            System.out.println(local.get());
        }).join();
        System.out.println(local.get());
    }
}
