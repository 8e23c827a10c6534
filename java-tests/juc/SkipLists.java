//@ run
/** ConcurrentSkipListMap and Set: sorted views under concurrent updates. */
import java.util.*;
import java.util.concurrent.*;

public class SkipLists {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 30; j++) {
                    m.put(j * 3 + id, "v" + id);
                }
                for (int j = 0; j < 30; j += 2) {
                    m.remove(j * 3 + id);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(m.size() + " " + m.firstKey() + " " + m.lastEntry() + " " + m.floorKey(6) + " " + m.ceilingKey(6) + " " + m.headMap(10) + " " + m.tailMap(85, true).keySet());
        System.out.println(m.descendingMap().firstEntry() + " " + m.pollFirstEntry() + " " + m.subMap(4, false, 12, true) + " " + m.higherEntry(1000));
        m.merge(4, "x", String::concat);
        System.out.println(m.get(4) + " " + m.putIfAbsent(4, "y") + " " + m.replace(4, "z"));
        ConcurrentSkipListSet<String> s = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
        s.addAll(List.of("b", "a", "c"));
        System.out.println(s + " " + s.first() + " " + s.headSet("b") + " " + s.descendingSet() + " " + s.pollLast());
        try {
            m.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        int seen = 0;
        for (Integer k : m.keySet()) {
            m.remove(k);
            seen++;
        }
        System.out.println(seen + " " + m.isEmpty());
    }
}
