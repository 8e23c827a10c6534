import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;

/** Clients of blocking queues. */
public class QueueClients {
    static final class Late implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    static int sum(Iterable<Integer> all) {
        int sum = 0;
        for (int one : all) {
            sum = sum * 10 + one;
        }
        return sum;
    }

    static int drained(BlockingQueue<Integer> queue) {
        List<Integer> to = new ArrayList<>();
        queue.drainTo(to);
        return sum(to);
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> one = new LinkedBlockingQueue<>(1);
        BlockingQueue<Integer> free = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> array = new ArrayBlockingQueue<>(1);
        switch (args[0]) {
            case "linkedBounded" -> Ends.of(() -> { one.put(1); one.put(2); return one.size(); }, () -> one.take() + " " + one.remainingCapacity() + " " + one.take());
            case "linkedTwoTake" -> { free.put(1); free.put(2); Ends.of(free::take, free::take, free::peek); }
            case "linkedTwoPut" -> { Ends.of(() -> { one.put(1); return one.size(); }, () -> { one.put(2); return one.size(); }, () -> one.take() + " " + one.take()); }
            case "linkedOffer" -> Ends.of(() -> one.offer(1) + " " + one.offer(2), () -> one.poll() + " " + one.peek());
            case "linkedWalk" -> { free.put(1); free.put(2); Ends.of(() -> { free.take(); free.put(3); return ""; }, () -> sum(free)); }
            case "linkedForEach" -> { free.put(1); free.put(2); Ends.of(() -> { free.take(); free.put(3); return ""; }, () -> { int[] all = new int[1]; free.forEach(e -> all[0] = all[0] * 10 + e); return all[0]; }); }
            case "linkedText" -> Ends.of(() -> { free.put(1); free.put(2); return ""; }, () -> free + " " + free.size());
            case "linkedRemove" -> { free.put(1); free.put(2); Ends.of(free::take, () -> free.contains(1) + " " + free.remove((Object) 1) + " " + free.size()); }
            case "linkedRemoveIf" -> { free.put(1); free.put(2); Ends.of(free::poll, () -> free.removeIf(e -> e == 1) + " " + free.size()); }
            case "linkedDrain" -> Ends.of(() -> { one.put(1); return one.offer(2); }, () -> drained(one) + " " + one.size());
            case "linkedTimed" -> Ends.of(() -> { free.put(1); return free.size(); }, () -> free.poll(1, TimeUnit.SECONDS));
            case "linkedLate" -> { one.put(1); Ends.of(() -> one.offer(2, 1, TimeUnit.SECONDS), one::take, one::peek); }
            case "linkedInterrupt" -> {
                Thread[] taker = new Thread[1];
                Ends.of(() -> { taker[0] = Ends.go(() -> { free.put(Ends.found(free::take).equals("1") ? 7 : 8); return null; }); taker[0].interrupt(); return ""; }, () -> { free.put(1); return ""; }, () -> free.peek());
            }
            case "linkedInterruptLate" -> { Thread[] all = new Thread[1]; all[0] = new Thread(() -> one.offer(Ends.found(free::take).length())); all[0].start(); Ends.of(() -> { free.put(1); all[0].interrupt(); return free.size(); }); all[0].join(); Ends.of(one::peek); }
            case "transferInterruptLate" -> { LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(); Thread[] all = new Thread[1]; all[0] = new Thread(() -> one.offer(Ends.found(queue::take).length())); all[0].start(); Ends.of(() -> { queue.put(1); all[0].interrupt(); return queue.size(); }); all[0].join(); Ends.of(one::peek); }
            case "arrayInterruptLate" -> { Thread[] all = new Thread[1]; all[0] = new Thread(() -> one.offer(Ends.found(array::take).length())); all[0].start(); Ends.of(() -> { array.put(1); all[0].interrupt(); return array.size(); }); all[0].join(); Ends.of(one::peek); }
            case "linkedClear" -> { one.put(1); Ends.of(() -> { one.put(2); return one.size(); }, () -> { one.clear(); return one.size(); }); }
            case "linkedEquals" -> {
                LinkedBlockingQueue<Object> queue = new LinkedBlockingQueue<>();
                queue.put(1);
                int[] seen = new int[1];
                Object key = new Object() {
                    @Override
                    public boolean equals(Object other) {
                        seen[0] = queue.size();
                        return false;
                    }

                    @Override
                    public int hashCode() {
                        return 1;
                    }
                };
                Ends.of(() -> queue.remove(key) + " " + seen[0], () -> { queue.put(2); return queue.size(); });
            }
            case "linkedStuck" -> { Ends.of(() -> { one.put(1); one.put(2); return ""; }, () -> one.poll() == null ? "" : one.poll()); }
            case "arrayBounded" -> Ends.of(() -> { array.put(1); array.put(2); return array.size(); }, () -> array.size() + " " + array.take() + " " + array.take());
            case "arrayWalk" -> { BlockingQueue<Integer> two = new ArrayBlockingQueue<>(2); two.put(1); two.put(2); Ends.of(() -> { two.take(); two.put(3); return ""; }, () -> sum(two)); }
            case "arrayOffer" -> Ends.of(() -> array.offer(1), () -> array.offer(2), () -> array.poll() + " " + array.remainingCapacity());
            case "arrayTimed" -> Ends.of(() -> array.poll(1, TimeUnit.SECONDS), () -> array.offer(1) + " " + array.offer(2, 1, TimeUnit.SECONDS));
            case "dequeEnds" -> { LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(); deque.put(1); Ends.of(deque::pollFirst, () -> deque.pollLast() + " " + deque.size(), () -> { deque.putFirst(2); return deque.peekLast(); }); }
            case "dequeBounded" -> { LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1); Ends.of(() -> { deque.putFirst(1); deque.putLast(2); return deque.size(); }, () -> deque.takeLast() + " " + deque.takeFirst()); }
            case "dequeWalk" -> { LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(List.of(1, 2)); Ends.of(() -> { deque.takeFirst(); deque.put(3); return ""; }, () -> sum(deque)); }
            case "dequeTimed" -> { LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1); Ends.of(() -> deque.pollLast(1, TimeUnit.SECONDS), () -> deque.offerFirst(1) + " " + deque.offerLast(2)); }
            case "priorityOrder" -> { PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(); Ends.of(() -> { queue.put(2); queue.put(1); return queue.size(); }, () -> queue.take() + " " + queue.poll()); }
            case "priorityGrow" -> { PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(1); Ends.of(() -> { queue.put(1); return queue.size(); }, () -> { queue.put(2); return queue.peek(); }, () -> queue.poll()); }
            case "priorityCompare" -> {
                PriorityBlockingQueue<Integer>[] queue = new PriorityBlockingQueue[1];
                int[] seen = new int[1];
                queue[0] = new PriorityBlockingQueue<>(4, (a, b) -> { seen[0]++; return a - b; });
                queue[0].put(3);
                Ends.of(() -> { queue[0].put(1); return queue[0].size(); }, () -> queue[0].take() + " " + queue[0].size());
            }
            case "delayed" -> { DelayQueue<Late> queue = new DelayQueue<>(); Ends.of(() -> { queue.put(new Late()); return queue.size(); }, () -> queue.take() != null, () -> queue.size()); }
            case "delayedPoll" -> { DelayQueue<Late> queue = new DelayQueue<>(); Ends.of(() -> { queue.put(new Late()); return queue.peek() != null; }, () -> queue.poll() != null, () -> queue.poll(1, TimeUnit.SECONDS) != null); }
            case "handOver" -> { SynchronousQueue<Integer> queue = new SynchronousQueue<>(); int[] after = new int[1]; Ends.of(() -> { queue.put(1); after[0] = 1; return ""; }, () -> queue.take() + " " + queue.poll()); }
            case "handOverTimed" -> { SynchronousQueue<Integer> queue = new SynchronousQueue<>(); Ends.of(() -> queue.poll(1, TimeUnit.SECONDS), () -> queue.offer(1)); }
            case "handOverFair" -> { SynchronousQueue<Integer> queue = new SynchronousQueue<>(true); Ends.of(queue::take, () -> { queue.put(1); return ""; }, () -> queue.offer(2)); }
            case "handOverTwo" -> { SynchronousQueue<Integer> queue = new SynchronousQueue<>(); Ends.of(queue::take, queue::take, () -> { queue.put(1); queue.put(2); return ""; }); }
            case "transfer" -> { LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(); Ends.of(() -> { queue.transfer(1); return queue.size(); }, () -> queue.size() + " " + queue.poll() + " " + queue.tryTransfer(2)); }
            case "transferTry" -> { LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(); Ends.of(queue::take, () -> queue.tryTransfer(1) + " " + queue.getWaitingConsumerCount() + " " + queue.offer(2)); }
            case "transferTimed" -> { LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(); Ends.of(() -> queue.tryTransfer(1, 1, TimeUnit.SECONDS), () -> queue.poll() + " " + queue.hasWaitingConsumer()); }
            case "transferTwo" -> { LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(); Ends.of(queue::take, () -> { queue.put(1); return queue.size(); }, () -> queue.poll()); }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
