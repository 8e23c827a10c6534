//@ run
/** ConcurrentHashMap: atomic updates from many threads, bulk operations, views, refused nulls. */
import java.util.*;
import java.util.concurrent.*;

public class ConcurrentHashMaps {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        Thread[] ts = new Thread[4];
        int[] winners = new int[1];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    m.merge("k" + j % 20, 1, Integer::sum);
                    m.compute("c" + j % 3, (k, v) -> v == null ? 1 : v + 1);
                }
                if (m.putIfAbsent("winner", 1) == null) {
                    synchronized (winners) {
                        winners[0]++;
                    }
                }
                m.computeIfAbsent("made", k -> 5);
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(new TreeMap<>(m) + " " + winners[0] + " " + m.mappingCount());
        System.out.println(m.reduceValues(1, Integer::sum) + " " + m.search(Long.MAX_VALUE, (k, v) -> k.equals("made") ? v : null) + " " + m.reduceValuesToLong(Long.MAX_VALUE, Integer::longValue, 0, Long::max));
        System.out.println(m.replace("made", 5, 6) + " " + m.remove("made", 5) + " " + m.getOrDefault("none", -1) + " " + m.computeIfPresent("made", (k, v) -> null) + " " + m.containsKey("made"));
        try {
            m.put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("no null key");
        }
        try {
            m.computeIfAbsent("a", k -> m.computeIfAbsent("a", k2 -> 1));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Set<Integer> set = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 200; i++) {
            set.add(i * 31 % 50);
        }
        System.out.println(set.size() + " " + new TreeSet<>(set).last());
        for (String k : m.keySet()) {
            if (k.startsWith("k")) {
                m.remove(k);
            }
        }
        System.out.println(new TreeMap<>(m));
        ConcurrentHashMap<Integer, Integer> sized = new ConcurrentHashMap<>(1);
        for (int i = 0; i < 500; i++) {
            sized.put(i << 16, i);
        }
        long sum = 0;
        for (int v : sized.values()) {
            sum += v;
        }
        System.out.println(sized.size() + " " + sum + " " + sized.get(499 << 16));
    }
}
