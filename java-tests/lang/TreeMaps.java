//@ run
/** TreeMap and TreeSet navigation, sub-map views with write-through and range checks. */
import java.util.*;

public class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<>();
        for (int i = 0; i < 50; i++) {
            m.put(i * 37 % 101, "v" + i);
        }
        System.out.println(m.firstKey() + " " + m.lastKey() + " " + m.floorKey(36) + " " + m.ceilingKey(36) + " " + m.lowerEntry(37) + " " + m.higherEntry(100) + " " + m.headMap(10).size() + " " + m.tailMap(90).keySet());
        NavigableMap<Integer, String> sub = m.subMap(20, true, 40, false);
        System.out.println(sub.keySet() + " " + sub.descendingKeySet());
        sub.put(25, "new");
        sub.remove(sub.firstKey());
        System.out.println(m.get(25) + " " + m.size() + " " + sub.pollLastEntry());
        try {
            sub.put(50, "out");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            m.subMap(5, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        for (int i = 0; i < 101; i += 3) {
            m.remove(i);
        }
        System.out.println(m.keySet() + " " + m.descendingMap().headMap(80).keySet());
        TreeSet<String> s = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        s.addAll(List.of("b", "A", "B", "c", "a"));
        System.out.println(s + " " + s.contains("C") + " " + s.subSet("a", "c") + " " + s.pollFirst() + " " + s.higher("B") + " " + s.descendingSet());
        try {
            new TreeMap<String, String>().put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("null key");
        }
        try {
            new TreeSet<Object>().add(new Object());
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().substring(0, 62));
        }
        try {
            new TreeSet<String>().first();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        Map.Entry<Integer, String> e = m.firstEntry();
        try {
            e.setValue("x");
        } catch (UnsupportedOperationException x) {
            System.out.println("snapshot entry");
        }
        System.out.println(new TreeMap<>(Map.of("b", 1, "a", 2)).equals(Map.of("a", 2, "b", 1)) + " " + new TreeMap<>(Comparator.<Integer>reverseOrder()) {{
            put(1, 1);
            put(2, 2);
        }});
    }
}
