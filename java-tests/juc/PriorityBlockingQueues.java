//@ run
/** PriorityBlockingQueue and DelayQueue: order, growth, expiry. */
import java.util.*;
import java.util.concurrent.*;

public class PriorityBlockingQueues {
    record Task(String name, long due) implements Delayed {
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - 1000, TimeUnit.SECONDS);
        }

        public int compareTo(Delayed o) {
            return Long.compare(due, ((Task) o).due);
        }
    }

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<String> q = new PriorityBlockingQueue<>(2, Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 8; j++) {
                    q.put("x".repeat(j + 1) + id);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        StringBuilder sb = new StringBuilder();
        for (String s; (s = q.poll()) != null; ) {
            sb.append(s.length()).append(s.charAt(s.length() - 1)).append(' ');
        }
        System.out.println(sb);
        Thread taker = new Thread(() -> {
            try {
                System.out.println("took " + q.take());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        q.put("late");
        taker.join();
        DelayQueue<Task> dq = new DelayQueue<>();
        dq.add(new Task("past", 10));
        dq.add(new Task("older", 5));
        dq.add(new Task("future", 1_000_000));
        System.out.println(dq.take().name() + " " + dq.take().name() + " " + dq.poll() + " " + dq.size() + " " + dq.peek().name() + " " + dq.poll(1, TimeUnit.MILLISECONDS));
        try {
            new PriorityBlockingQueue<Object>().addAll(List.of(new Object(), new Object()));
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
    }
}
