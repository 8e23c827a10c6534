//@ run
/** LinkedBlockingQueue and LinkedBlockingDeque: order per producer, both ends, poison pills. */
import java.util.*;
import java.util.concurrent.*;

public class LinkedBlockingQueues {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>();
        Thread[] producers = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            producers[i] = new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    q.add(id + ":" + j);
                }
                q.add("end");
            });
        }
        Map<String, List<String>> perProducer = new TreeMap<>();
        Thread consumer = new Thread(() -> {
            try {
                for (int ends = 0; ends < 3; ) {
                    String s = q.take();
                    if (s.equals("end")) {
                        ends++;
                    } else {
                        perProducer.computeIfAbsent(s.substring(0, 1), k -> new ArrayList<>()).add(s.substring(2));
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        consumer.start();
        for (Thread t : producers) {
            t.start();
        }
        consumer.join();
        System.out.println(perProducer + " " + q.size() + " " + q.remainingCapacity());
        LinkedBlockingDeque<Integer> d = new LinkedBlockingDeque<>(3);
        d.putFirst(1);
        d.putLast(2);
        d.addFirst(0);
        System.out.println(d + " " + d.offerLast(9) + " " + d.takeLast() + d.takeFirst() + d.peekFirst() + d.pollLast() + d.pollFirst() + " " + d.pollFirst(1, TimeUnit.MILLISECONDS));
        try {
            d.getFirst();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        d.push(5);
        d.push(6);
        System.out.println(d.pop() + " " + d.removeFirstOccurrence(5) + " " + d.isEmpty());
        Thread t = new Thread(() -> {
            try {
                d.take();
            } catch (InterruptedException e) {
                System.out.println("taker interrupted");
            }
        });
        t.start();
        t.interrupt();
        t.join();
        Thread blocked = new Thread(() -> {
            try {
                for (int i = 0; i < 6; i++) {
                    d.putLast(i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        blocked.start();
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            sb.append(d.takeFirst());
        }
        blocked.join();
        System.out.println(sb);
    }
}
