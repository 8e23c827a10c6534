//@ run
/** ArrayBlockingQueue: insertion and removal families, capacity, producers and consumers. */
import java.util.*;
import java.util.concurrent.*;

public class ArrayBlockingQueues {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(3);
        System.out.println(q.offer(1) + " " + q.add(2) + " " + q.offer(3, 1, TimeUnit.MILLISECONDS) + " " + q.offer(4) + " " + q.offer(5, 1, TimeUnit.MILLISECONDS) + " " + q.remainingCapacity());
        try {
            q.add(6);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(q + " " + q.peek() + " " + q.contains(2) + " " + q.remove(2) + " " + q.take() + " " + q.poll() + " " + q.poll() + " " + q.poll(1, TimeUnit.MILLISECONDS));
        try {
            q.remove();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            q.put(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        int producers = 3, each = 40;
        long[] sums = new long[2];
        List<Thread> ts = new ArrayList<>();
        for (int i = 0; i < producers; i++) {
            int id = i;
            ts.add(new Thread(() -> {
                try {
                    for (int j = 0; j < each; j++) {
                        q.put(id * 1000 + j);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (int i = 0; i < 2; i++) {
            int id = i;
            ts.add(new Thread(() -> {
                try {
                    for (int j = 0; j < producers * each / 2; j++) {
                        sums[id] += q.take();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(sums[0] + sums[1] + " " + q.isEmpty());
        q.addAll(List.of(7, 8, 9));
        List<Integer> drained = new ArrayList<>();
        System.out.println(q.drainTo(drained, 2) + " " + drained + " " + q);
        Iterator<Integer> it = q.iterator();
        q.clear();
        System.out.println(it.next() + " " + it.hasNext() + " " + Arrays.toString(q.toArray()));
    }
}
