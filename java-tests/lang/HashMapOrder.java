//@ run
/** HashMap iteration order for strings and integers, resizing, collisions up to tree bins, LinkedHashMap access order. */
import java.util.*;

public class HashMapOrder {
    record Bad(int v) implements Comparable<Bad> {
        public int hashCode() {
            return v % 3;
        }

        public int compareTo(Bad o) {
            return Integer.compare(v, o.v);
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            m.put("key" + i * 7, i);
        }
        System.out.println(m.keySet());
        m.keySet().removeIf(k -> k.length() > 5);
        System.out.println(m + " " + m.hashCode());
        Map<Integer, String> n = new HashMap<>(4);
        for (int i : new int[] {1000, 17, 33, 1, -5, 65536, 49}) {
            n.put(i, "" + i);
        }
        System.out.println(n);
        Map<Bad, Integer> bad = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            bad.put(new Bad(i), i);
        }
        for (int i = 0; i < 60; i += 2) {
            bad.remove(new Bad(i));
        }
        int sum = 0;
        for (int v : bad.values()) {
            sum += v;
        }
        System.out.println(bad.size() + " " + sum + " " + bad.get(new Bad(31)) + " " + bad.get(new Bad(30)));
        LinkedHashMap<String, Integer> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
                return size() > 3;
            }
        };
        for (String s : "a b c a d b e".split(" ")) {
            lru.merge(s, 1, Integer::sum);
        }
        System.out.println(lru);
        Map<String, Integer> withNull = new HashMap<>();
        withNull.put(null, 1);
        withNull.put("x", null);
        System.out.println(withNull + " " + withNull.get(null) + " " + withNull.containsKey("x") + " " + withNull.putIfAbsent("x", 9) + " " + withNull.computeIfAbsent(null, k -> 5));
        Hashtable<String, Integer> t = new Hashtable<>(Map.of("one", 1));
        t.put("two", 2);
        t.put("three", 3);
        System.out.println(t + " " + Collections.list(t.keys()));
        try {
            t.put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("Hashtable refuses null");
        }
        Map<Integer, Integer> cm = new HashMap<>(Map.of(1, 1, 2, 2));
        try {
            for (Integer k : cm.keySet()) {
                cm.put(k + 10, k);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        Iterator<Map.Entry<Integer, String>> it = n.entrySet().iterator();
        while (it.hasNext()) {
            Map.Entry<Integer, String> e = it.next();
            if (e.getKey() < 20) {
                it.remove();
            } else {
                e.setValue(e.getValue() + "!");
            }
        }
        System.out.println(n);
    }
}
