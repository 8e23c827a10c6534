//@ run
/** equals, hashCode, toString contracts, getClass, finalizers ignored, comparators and comparables. */
import java.util.*;

public class ObjectMethods {
    static class P implements Comparable<P> {
        final String n;
        final int a;

        P(String n, int a) {
            this.n = n;
            this.a = a;
        }

        @Override
        public boolean equals(Object o) {
            return this == o || o instanceof P p && n.equals(p.n) && a == p.a;
        }

        @Override
        public int hashCode() {
            return Objects.hash(n, a);
        }

        @Override
        public String toString() {
            return n + a;
        }

        @Override
        public int compareTo(P o) {
            return Integer.compare(a, o.a);
        }
    }

    static class Broken {
        @Override
        public String toString() {
            throw new UnsupportedOperationException("toString");
        }
    }

    public static void main(String[] args) {
        P x = new P("x", 1), y = new P("x", 1), z = new P("z", 0);
        System.out.println(x.equals(y) + " " + (x == y) + " " + (x.hashCode() == y.hashCode()) + " " + x.hashCode() + " " + x.equals(null) + " " + new HashSet<>(List.of(x, z)).contains(y));
        List<P> l = new ArrayList<>(List.of(new P("b", 3), new P("a", 3), new P("c", 1), new P("a", 2)));
        Collections.sort(l);
        System.out.println(l);
        l.sort(Comparator.comparing((P p) -> p.n).thenComparing(p -> p.a, Comparator.reverseOrder()));
        System.out.println(l);
        l.sort(Comparator.comparingInt((P p) -> -p.a));
        System.out.println(l + " " + Collections.min(l, Comparator.comparing(p -> p.n)));
        List<String> withNull = new ArrayList<>(Arrays.asList("b", null, "a"));
        withNull.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        System.out.println(withNull);
        withNull.sort(Comparator.nullsLast(Comparator.reverseOrder()));
        System.out.println(withNull);
        try {
            System.out.println("value: " + new Broken());
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        Object o = new Object();
        System.out.println(o.equals(o) + " " + o.equals(new Object()) + " " + (o.hashCode() == o.hashCode()) + " " + o.getClass() + " " + new P[0].getClass().getSimpleName());
        try {
            Integer[] big = new Integer[64];
            Arrays.setAll(big, i -> i * 31 % 64);
            Arrays.sort(big, (a, b) -> a > b ? -1 : 1);
            System.out.println(big[0] + " " + big[63]);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        StringBuilder sb1 = new StringBuilder("s"), sb2 = new StringBuilder("s");
        System.out.println(sb1.equals(sb2) + " " + sb1.toString().contentEquals(sb2) + " " + List.of(1, 2).equals(Arrays.asList(1, 2)) + " " + new int[] {1}.equals(new int[] {1}) + " " + Map.of(1, 2).hashCode() + " " + Set.of("a").hashCode() + " " + Map.entry("k", "v").hashCode());
    }
}
