import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Clients of concurrent collections. */
public class CollectionClients {
    static final AtomicInteger ran = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        ConcurrentSkipListMap<Integer, Integer> sorted = new ConcurrentSkipListMap<>();
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2));
        switch (args[0]) {
            case "mapPut" -> Ends.of(() -> map.put(1, 1) + " " + map.size(), () -> map.put(1, 2), () -> map.get(1));
            case "mapSize" -> Ends.of(() -> { map.put(1, 1); map.put(2, 2); return ""; }, () -> map.get(1) + " " + map.size() + " " + map.containsKey(2));
            case "mapAbsent" -> Ends.of(() -> map.putIfAbsent(1, 1), () -> map.putIfAbsent(1, 2), () -> map.remove(1));
            case "mapCounts" -> Ends.of(() -> { map.put(1, 1); map.put(2, 2); return ran.incrementAndGet(); }, () -> { map.put(3, 3); return ran.incrementAndGet(); }, map::size);
            case "mapEmpty" -> Ends.of(() -> { map.put(1, 1); return ran.incrementAndGet(); }, () -> map.isEmpty() + " " + map.containsKey(1) + " " + map.isEmpty());
            case "mapCompute" -> Ends.of(() -> map.computeIfAbsent(1, k -> ran.incrementAndGet()), () -> map.computeIfAbsent(1, k -> ran.incrementAndGet()), () -> map.get(1) + " " + ran.get());
            case "mapComputeLooks" -> Ends.of(() -> map.compute(1, (k, v) -> map.containsKey(17) ? 2 : 1), () -> map.put(17, 1));
            case "mapMerge" -> Ends.of(() -> map.merge(1, 1, Integer::sum), () -> map.merge(1, 2, Integer::sum), () -> map.merge(1, 5, (a, b) -> null));
            case "mapKeys" -> { map.put(1, 1); Ends.of(() -> { map.put(2, 2); map.remove(1); return ""; }, () -> new ArrayList<>(map.keySet())); }
            case "mapKeysEmpty" -> Ends.of(() -> { map.put(1, 1); map.put(2, 2); return ""; }, () -> new ArrayList<>(map.keySet()));
            case "mapRemove" -> { map.put(1, 1); Ends.of(() -> map.remove(1, 1), () -> map.replace(1, 1, 2), () -> map.size()); }
            case "mapClear" -> { map.put(1, 1); map.put(2, 2); Ends.of(() -> { map.clear(); return map.size(); }, () -> map.put(1, 3) + " " + map.get(2)); }
            case "mapGrow" -> { ConcurrentHashMap<Integer, Integer> small = new ConcurrentHashMap<>(1); Ends.of(() -> { small.put(1, 1); small.put(2, 2); return small.size(); }, () -> small.get(1) + " " + small.get(2)); }
            case "mapCollide" -> { map.put(1, 1); Ends.of(() -> map.put(17, 2), () -> map.remove(1), () -> map.get(17)); }
            case "mapKeyLooks" -> {
                ConcurrentHashMap<Object, Integer> own = new ConcurrentHashMap<>();
                class Key {
                    @Override
                    public int hashCode() {
                        return 1;
                    }

                    @Override
                    public boolean equals(Object other) {
                        return own.size() == 1;
                    }
                }
                own.put(new Key(), 1);
                Ends.of(() -> own.put(new Key(), 2), () -> own.put(3, 3), () -> own.size());
            }
            case "mapReplaceAll" -> { map.put(1, 1); map.put(2, 2); Ends.of(() -> { map.replaceAll((k, v) -> v + 10); return ""; }, () -> map.get(1) + " " + map.get(2)); }
            case "sortedPut" -> Ends.of(() -> sorted.put(1, 1), () -> sorted.put(1, 2), () -> sorted.get(1));
            case "sortedEnds" -> { sorted.put(2, 2); Ends.of(() -> { sorted.put(1, 1); sorted.put(3, 3); return ""; }, () -> sorted.firstKey() + " " + sorted.lastKey()); }
            case "sortedRemove" -> { sorted.put(1, 1); Ends.of(() -> sorted.remove(1), () -> sorted.putIfAbsent(1, 2), () -> sorted.containsKey(1)); }
            case "sortedPoll" -> { sorted.put(1, 1); sorted.put(2, 2); Ends.of(() -> { Map.Entry<Integer, Integer> first = sorted.pollFirstEntry(); return first.getKey(); }, () -> sorted.pollFirstEntry() + " " + sorted.isEmpty()); }
            case "sortedSize" -> { sorted.put(1, 1); Ends.of(() -> { sorted.put(2, 2); sorted.remove(1); return ""; }, () -> sorted.size() + " " + sorted.keySet()); }
            case "sortedMerge" -> Ends.of(() -> sorted.merge(1, 1, Integer::sum), () -> sorted.merge(1, 2, Integer::sum), () -> sorted.ceilingKey(1));
            case "sortedCompute" -> Ends.of(() -> sorted.computeIfAbsent(1, k -> ran.incrementAndGet()), () -> sorted.computeIfAbsent(1, k -> ran.incrementAndGet()));
            case "lockFreeOffer" -> Ends.of(() -> { queue.add(1); queue.add(2); return queue.size(); }, () -> queue.poll() + " " + queue.peek());
            case "lockFreePoll" -> { queue.add(1); Ends.of(queue::poll, queue::poll, () -> { queue.add(2); return queue.isEmpty(); }); }
            case "lockFreeWalk" -> { queue.add(1); queue.add(2); Ends.of(() -> { queue.poll(); queue.add(3); return ""; }, () -> new ArrayList<>(queue)); }
            case "lockFreeRemove" -> { queue.add(1); Ends.of(() -> queue.remove(1), () -> queue.poll(), () -> queue.contains(1)); }
            case "lockFreeSize" -> { queue.add(1); Ends.of(() -> { queue.add(2); queue.poll(); return ""; }, () -> queue.size()); }
            case "lockFreeEnds" -> { deque.add(1); Ends.of(deque::pollFirst, deque::pollLast, () -> { deque.addFirst(2); return deque.peekLast(); }); }
            case "lockFreeLatecomer" -> { deque.add(1); Ends.of(deque::pollFirst, () -> { deque.addFirst(2); return deque.peekFirst() + " " + deque.peekLast(); }); }
            case "lockFreeDequeWalk" -> { deque.add(1); Ends.of(() -> { deque.addFirst(2); deque.addLast(3); return ""; }, () -> new ArrayList<>(deque)); }
            case "copyAdd" -> Ends.of(() -> { list.add(3); return list.size(); }, () -> list.remove((Object) 1), () -> list.toString());
            case "copyWalk" -> Ends.of(() -> { list.add(3); return ""; }, () -> { Iterator<Integer> all = list.iterator(); int sum = all.next(); list.remove(0); while (all.hasNext()) { sum = sum * 10 + all.next(); } return sum; });
            case "copyAbsent" -> Ends.of(() -> list.addIfAbsent(3), () -> list.addIfAbsent(3), () -> list.indexOf(3));
            case "copySet" -> Ends.of(() -> list.set(0, 5), () -> list.set(0, 6), () -> list.get(0));
            case "copySort" -> Ends.of(() -> { list.sort((a, b) -> b - a); return ""; }, () -> list.set(0, 7), () -> list.toString());
            case "copySetAdd" -> { CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(); Ends.of(() -> set.add(1), () -> set.add(1), () -> set.size()); }
            case "keySet" -> { var set = ConcurrentHashMap.<Integer>newKeySet(); Ends.of(() -> set.add(1), () -> set.add(1) + " " + set.size(), () -> set.remove(1)); }
            case "adder" -> { LongAdder adder = new LongAdder(); Ends.of(() -> { adder.increment(); return adder.sum(); }, () -> { adder.add(2); return adder.sum(); }, adder::sum); }
            case "adderReset" -> { LongAdder adder = new LongAdder(); Ends.of(() -> { adder.add(1); return ""; }, () -> { adder.add(2); return ""; }, adder::sumThenReset); }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
