//@ run
/** Semaphore: permits, bulk acquire, try forms, negative initial permits, mutual exclusion. */
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Semaphores {
    public static void main(String[] args) throws Exception {
        Semaphore s = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger(), max = new AtomicInteger(), total = new AtomicInteger();
        Thread[] ts = new Thread[5];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    s.acquireUninterruptibly();
                    max.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    total.incrementAndGet();
                    inside.decrementAndGet();
                    s.release();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(total + " " + (max.get() <= 2) + " " + s.availablePermits());
        System.out.println(s.tryAcquire(3) + " " + s.tryAcquire(2) + " " + s.tryAcquire() + " " + s.tryAcquire(1, TimeUnit.MILLISECONDS));
        s.release(5);
        System.out.println(s.drainPermits() + " " + s.availablePermits());
        Semaphore neg = new Semaphore(-1, true);
        neg.release();
        System.out.println(neg.availablePermits() + " " + neg.tryAcquire() + " " + neg.isFair());
        neg.release();
        System.out.println(neg.tryAcquire());
        try {
            s.acquire(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        Semaphore ping = new Semaphore(1), pong = new Semaphore(0);
        StringBuffer out = new StringBuffer();
        Thread a = new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                ping.acquireUninterruptibly();
                out.append("ping ");
                pong.release();
            }
        });
        a.start();
        for (int i = 0; i < 5; i++) {
            pong.acquire();
            out.append("pong ");
            ping.release();
        }
        a.join();
        System.out.println(out);
        Thread waits = new Thread(() -> {
            try {
                neg.acquire();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        waits.start();
        while (neg.getQueueLength() == 0) {
            Thread.yield();
        }
        waits.interrupt();
        waits.join();
        System.out.println(ping.toString().replaceAll("@[0-9a-f]+", ""));
    }
}
