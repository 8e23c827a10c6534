//@ run
/** Timed joins and sleeps: argument checks, expiry, joining self-ended threads. */
import java.util.concurrent.TimeUnit;

public class JoinTimed {
    public static void main(String[] args) throws Exception {
        Object gate = new Object();
        boolean[] open = new boolean[1];
        Thread t = new Thread(() -> {
            synchronized (gate) {
                while (!open[0]) {
                    try {
                        gate.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        t.start();
        t.join(5);
        System.out.println("still alive " + t.isAlive());
        t.join(1, 500000);
        TimeUnit.MILLISECONDS.timedJoin(t, 2);
        System.out.println("still alive " + t.isAlive());
        synchronized (gate) {
            open[0] = true;
            gate.notifyAll();
        }
        t.join(0);
        System.out.println("alive " + t.isAlive());
        try {
            t.join(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Thread.sleep(1, 1000000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Thread.sleep(0);
        Thread.sleep(1, 1);
        TimeUnit.MICROSECONDS.sleep(10);
        System.out.println(TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.NANOSECONDS.convert(3, TimeUnit.MILLISECONDS) + " " + TimeUnit.SECONDS.toMinutes(119) + " " + TimeUnit.DAYS.toNanos(Long.MAX_VALUE));
        long start = System.nanoTime();
        Thread.sleep(3);
        System.out.println(System.nanoTime() - start >= 2_000_000L);
    }
}
