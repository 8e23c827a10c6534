//@ run
/** Generic classes and methods, bridges, wildcards, heap pollution. */
import java.util.*;

public class Generics {
    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        final T value;

        Box(T value) {
            this.value = value;
        }

        public int compareTo(Box<T> o) {
            return value.compareTo(o.value);
        }

        public String toString() {
            return "Box(" + value + ")";
        }
    }

    interface Transform<A, B> {
        B apply(A a);
    }

    static class Len implements Transform<String, Integer> {
        public Integer apply(String s) {
            return s.length();
        }
    }

    static abstract class Node<T> {
        abstract T get();
    }

    static class IntNode extends Node<Integer> {
        Integer get() {
            return 42;
        }
    }

    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) {
        Iterator<? extends T> it = c.iterator();
        T best = it.next();
        while (it.hasNext()) {
            T t = it.next();
            if (t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }

    @SafeVarargs
    static <T> List<T> listOf(T... ts) {
        return new ArrayList<>(Arrays.asList(ts));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        System.out.println(max(listOf(new Box<>(3), new Box<>(9), new Box<>(4))));
        Transform raw = new Len();
        System.out.println(raw.apply("four"));
        try {
            raw.apply(5);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Node<? extends Number> n = new IntNode();
        System.out.println(n.get().doubleValue());
        List strings = new ArrayList<String>();
        strings.add(1);
        List<String> typed = strings;
        try {
            String s = typed.get(0);
        } catch (ClassCastException e) {
            System.out.println("polluted");
        }
        int bridges = 0;
        for (var m : Len.class.getDeclaredMethods()) {
            if (m.isBridge()) {
                bridges++;
            }
        }
        System.out.println(bridges);
        System.out.println(new ArrayList<String>().getClass() == new ArrayList<Integer>().getClass());
    }
}
