//@ run
/** ConcurrentLinkedQueue and Deque: nothing lost, nothing twice, order per thread. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ConcurrentQueues {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        AtomicIntegerArray taken = new AtomicIntegerArray(120);
        AtomicInteger left = new AtomicInteger(120);
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                if (id < 2) {
                    for (int j = 0; j < 60; j++) {
                        q.offer(id * 60 + j);
                    }
                } else {
                    int last0 = -1, last1 = -1;
                    while (left.get() > 0) {
                        Integer x = q.poll();
                        if (x == null) {
                            Thread.yield();
                            continue;
                        }
                        left.decrementAndGet();
                        taken.incrementAndGet(x);
                        if (x < 60 && x <= last0 || x >= 60 && x <= last1) {
                            throw new AssertionError("order");
                        }
                        if (x < 60) {
                            last0 = x;
                        } else {
                            last1 = x;
                        }
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        boolean once = true;
        for (int i = 0; i < 120; i++) {
            once &= taken.get(i) == 1;
        }
        System.out.println(once + " " + q.isEmpty() + " " + q.peek() + " " + q.poll());
        q.addAll(List.of(3, 1, 2));
        q.removeIf(x -> x == 1);
        System.out.println(q + " " + q.contains(2) + " " + q.remove(3) + " " + q.size());
        ConcurrentLinkedDeque<String> d = new ConcurrentLinkedDeque<>();
        d.addFirst("b");
        d.addFirst("a");
        d.addLast("c");
        System.out.println(d + " " + d.pollLast() + " " + d.pop() + " " + d.peekFirst() + " " + d.descendingIterator().next());
        Thread[] us = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            us[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    if (id == 0) {
                        d.addFirst("f");
                    } else {
                        d.addLast("l");
                    }
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(String.join("", d));
    }
}
