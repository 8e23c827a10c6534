//@ run
/** BitSet, IdentityHashMap, PriorityQueue, ArrayDeque, EnumMap views, checked collections, Spliterators. */
import java.util.*;
import java.util.stream.*;

public class OtherCollections {
    public static void main(String[] args) {
        BitSet a = new BitSet(), b = new BitSet();
        a.set(1, 5);
        a.set(70);
        b.set(3, 80, true);
        a.flip(2);
        System.out.println(a + " " + a.cardinality() + " " + a.length() + " " + a.nextClearBit(3) + " " + a.previousSetBit(69) + " " + a.intersects(b) + " " + Arrays.toString(a.toLongArray()));
        a.and(b);
        System.out.println(a + " " + a.stream().sum() + " " + a.get(70) + a.isEmpty());
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        id.put("k", 1);
        id.put(new String("k"), 2);
        System.out.println(id.size() + " " + id.get("k") + " " + id.get(new String("k")));
        PriorityQueue<Integer> pq = new PriorityQueue<>(List.of(5, 1, 4, 2, 3));
        System.out.println(pq + " " + pq.poll() + pq.poll() + pq.peek() + " " + pq.remove(5) + " " + pq);
        ArrayDeque<Integer> dq = new ArrayDeque<>(2);
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                dq.addFirst(i);
            } else {
                dq.addLast(i);
            }
            if (i % 5 == 4) {
                dq.removeFirst();
            }
        }
        System.out.println(dq + " " + dq.removeLastOccurrence(19) + " " + dq.descendingIterator().next());
        List<Object> checked = Collections.checkedList(new ArrayList<>(), (Class<Object>) (Class<?>) String.class);
        try {
            checked.add(5);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Spliterator<Integer> sp = List.of(1, 2, 3, 4, 5, 6).spliterator();
        Spliterator<Integer> half = sp.trySplit();
        StringBuilder sb = new StringBuilder();
        half.forEachRemaining(sb::append);
        sb.append('|');
        sp.tryAdvance(sb::append);
        System.out.println(sb + " " + sp.estimateSize() + " " + sp.hasCharacteristics(Spliterator.SIZED));
        System.out.println(StreamSupport.stream(Spliterators.spliteratorUnknownSize(List.of("p", "q").iterator(), Spliterator.ORDERED), false).collect(Collectors.joining()));
        StringTokenizer st = new StringTokenizer("a b,c", " ,", true);
        System.out.println(st.countTokens() + " " + st.nextToken() + st.nextToken() + st.nextToken() + " " + new StringJoiner("/", "{", "}").setEmptyValue("EMPTY") + " " + new StringJoiner("/").add("x").add("y"));
        System.out.println(Map.ofEntries(Map.entry("k", 1)) + " " + Set.of(1).contains(1) + " " + new AbstractMap.SimpleEntry<>("a", 1) + " " + Map.of().equals(new HashMap<>()));
        for (Runnable r : new Runnable[] {() -> Set.of(1, 1), () -> Map.of("a", 1, "a", 2), () -> Map.of("a", null), () -> new BitSet(-1), () -> a.get(-1), () -> new PriorityQueue<Integer>(0), () -> List.of(1).contains(null)}) {
            try {
                r.run();
                System.out.println("fine");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + " " + Objects.toString(null, "d") + " " + Objects.requireNonNullElse(null, 3) + " " + Arrays.hashCode(new Object[] {1, "a"}) + " " + Objects.checkIndex(1, 2));
    }
}
