//@ run
/** CyclicBarrier: generations with an action, broken barriers by interrupt, time-out and reset. */
import java.util.*;
import java.util.concurrent.*;

public class Barriers {
    public static void main(String[] args) throws Exception {
        int parties = 3, rounds = 4;
        int[] cells = new int[parties];
        List<String> log = new ArrayList<>();
        CyclicBarrier b = new CyclicBarrier(parties, () -> log.add(Arrays.toString(cells)));
        Thread[] ts = new Thread[parties];
        int[] arrivals = new int[rounds];
        for (int i = 0; i < parties; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                try {
                    for (int r = 0; r < rounds; r++) {
                        cells[id] += (id + 1) * (r + 1);
                        int index = b.await();
                        synchronized (arrivals) {
                            arrivals[r] += index;
                        }
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        log.forEach(System.out::println);
        System.out.println(Arrays.toString(arrivals) + " " + b.getParties() + " " + b.getNumberWaiting() + " " + b.isBroken());
        CyclicBarrier two = new CyclicBarrier(2);
        try {
            two.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e + " broken " + two.isBroken());
        }
        try {
            two.await();
        } catch (BrokenBarrierException e) {
            System.out.println(e);
        }
        two.reset();
        Thread w = new Thread(() -> {
            try {
                two.await();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            } catch (BrokenBarrierException e) {
                System.out.println("broken");
            }
        });
        w.start();
        w.interrupt();
        w.join();
        System.out.println(two.isBroken());
        CyclicBarrier one = new CyclicBarrier(1, () -> {
            throw new IllegalStateException("action");
        });
        try {
            one.await();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + one.isBroken());
        }
        try {
            new CyclicBarrier(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }
}
