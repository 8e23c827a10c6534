//@ run
/** ArrayList, LinkedList, HashMap, TreeMap, HashSet, iteration and fail-fast behaviour. */
import java.util.*;

public class CollectionsBasic {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            list.add(i * i % 13);
        }
        System.out.println(list + " " + list.indexOf(4) + " " + list.contains(7));
        list.remove(0);
        list.remove(Integer.valueOf(12));
        Collections.sort(list);
        System.out.println(list + " " + Collections.binarySearch(list, 10));
        Map<String, Integer> m = new HashMap<>();
        for (String w : "the quick brown fox jumps over the lazy dog the end".split(" ")) {
            m.merge(w, 1, Integer::sum);
        }
        System.out.println(m);
        System.out.println(new TreeMap<>(m).headMap("fox", true) + " " + new TreeMap<>(m).lastEntry());
        System.out.println(m.getOrDefault("cat", -1) + " " + m.putIfAbsent("cat", 5) + " " + m.computeIfAbsent("cow", String::length) + " " + m.computeIfPresent("the", (k, v) -> null) + " " + m.size());
        Set<String> set = new LinkedHashSet<>(List.of("z", "a", "m"));
        set.add("a");
        System.out.println(set + " " + new TreeSet<>(set) + " " + new HashSet<>(set));
        Deque<Integer> dq = new ArrayDeque<>();
        dq.push(1);
        dq.addLast(2);
        dq.offerFirst(0);
        System.out.println(dq + " " + dq.pop() + dq.pollLast() + dq.peek());
        LinkedList<String> ll = new LinkedList<>(List.of("a", "b", "c"));
        ll.add(1, "x");
        ll.removeLast();
        System.out.println(ll);
        PriorityQueue<String> pq = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        pq.addAll(List.of("ccc", "a", "bb", "b", "dddd"));
        StringBuilder sb = new StringBuilder();
        while (!pq.isEmpty()) {
            sb.append(pq.poll()).append(' ');
        }
        System.out.println(sb);
        try {
            for (Integer i : list) {
                list.add(i);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        try {
            List.of(1).add(2);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        try {
            new ArrayList<>().iterator().next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            new ArrayList<>(List.of(1)).get(1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
