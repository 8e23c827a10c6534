//@ run
/** Lists in depth: sub-lists, list iterators, bulk operations, immutable lists, Collections helpers. */
import java.util.*;

public class ListOperations {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(5, 3, 8, 1, 9, 2));
        List<Integer> sub = l.subList(1, 4);
        sub.set(0, 33);
        sub.add(44);
        sub.remove(Integer.valueOf(8));
        System.out.println(l + " " + sub);
        l.add(0);
        try {
            sub.size();
        } catch (ConcurrentModificationException e) {
            System.out.println("stale view");
        }
        ListIterator<Integer> it = l.listIterator();
        while (it.hasNext()) {
            int i = it.nextIndex();
            int v = it.next();
            if (i % 2 == 0) {
                it.set(v * 10);
            } else {
                it.add(-1);
            }
        }
        while (it.hasPrevious()) {
            if (it.previous() == -1) {
                it.remove();
            }
        }
        System.out.println(l);
        try {
            it.set(1);
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        l.addAll(2, List.of(7, 7));
        l.retainAll(List.of(7, 50, 33, 0));
        l.replaceAll(x -> x + 1);
        System.out.println(l + " " + l.removeAll(List.of(8)) + " " + l + " " + l.equals(new LinkedList<>(l)) + " " + l.hashCode() + " " + Arrays.toString(l.toArray(new Integer[6])));
        List<String> w = new ArrayList<>(List.of("x", "y", "z"));
        Collections.rotate(w, 1);
        Collections.swap(w, 0, 2);
        Collections.addAll(w, "x", "x");
        System.out.println(w + " " + Collections.frequency(w, "x") + " " + Collections.max(w) + " " + Collections.nCopies(3, "n") + " " + Collections.indexOfSubList(w, List.of("x", "x")) + " " + Collections.disjoint(w, List.of("q")));
        Collections.reverse(w);
        System.out.println(w + " " + Collections.unmodifiableList(w) + " " + Collections.emptyList() + " " + Collections.singletonList(1) + " " + List.copyOf(w).getClass().equals(List.of().getClass()));
        for (Runnable r : new Runnable[] {() -> List.of(1, 2).set(0, 5), () -> List.of((Object) null), () -> Collections.unmodifiableList(w).clear(), () -> Arrays.asList(1, 2).add(3), () -> w.get(-1), () -> w.add(9, "q"), () -> new LinkedList<>().getFirst(), () -> new LinkedList<>().get(0), () -> Collections.max(new ArrayList<Integer>()), () -> new ArrayList<>(-1), () -> w.subList(3, 1), () -> Collections.emptyIterator().next(), () -> new ArrayDeque<>().addFirst(null), () -> new Stack<>().pop()}) {
            try {
                r.run();
                System.out.println("fine");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        List<int[]> checked = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            checked.add(new int[] {i % 4, i});
        }
        checked.sort(Comparator.comparingInt(a -> a[0]));
        System.out.println(checked.get(24)[1] + " " + checked.get(25)[1] + " " + checked.get(99)[1]);
        Vector<Integer> v = new Vector<>(List.of(1, 2));
        v.addElement(3);
        Stack<String> st = new Stack<>();
        st.push("a");
        st.push("b");
        System.out.println(v.elementAt(2) + " " + v.capacity() + " " + st.peek() + st.search("a") + st);
    }
}
