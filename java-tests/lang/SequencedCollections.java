//@ run
//@ jdk: 25
/** Sequenced collections: first, last, reversed views. */
import java.util.*;

public class SequencedCollections {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        l.addFirst(0);
        l.addLast(4);
        System.out.println(l + " " + l.getFirst() + " " + l.getLast() + " " + l.reversed() + " " + l.removeFirst() + l.removeLast());
        List<Integer> r = l.reversed();
        r.add(99);
        l.set(2, 33);
        System.out.println(l + " " + r + " " + r.stream().map(x -> x + 1).toList() + " " + r.reversed().equals(l));
        LinkedHashSet<String> s = new LinkedHashSet<>(List.of("a", "b", "c"));
        s.addFirst("c");
        System.out.println(s + " " + s.getLast() + " " + s.reversed());
        LinkedHashMap<String, Integer> m = new LinkedHashMap<>();
        m.put("x", 1);
        m.put("y", 2);
        m.putFirst("z", 0);
        System.out.println(m + " " + m.firstEntry() + " " + m.lastEntry() + " " + m.reversed() + " " + m.pollLastEntry() + " " + m.sequencedKeySet().reversed() + " " + m.sequencedValues());
        System.out.println(new TreeSet<>(List.of(3, 1, 2)).reversed() + " " + new ArrayDeque<>(List.of(1, 2)).reversed() + " " + new TreeMap<>(Map.of(1, 2, 3, 4)).reversed());
        for (Runnable x : new Runnable[] {() -> new ArrayList<>().getFirst(), () -> List.of(1).addFirst(2), () -> new TreeSet<>(Set.of(1)).addFirst(0), () -> List.of().removeLast()}) {
            try {
                x.run();
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
    }
}
