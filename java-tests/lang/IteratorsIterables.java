//@ run
/** User-written iterators, generators, linked lists, trees and tries. */
import java.util.*;
import java.util.function.*;

public class IteratorsIterables {
    static class Range implements Iterable<Integer> {
        final int lo, hi;

        Range(int lo, int hi) {
            this.lo = lo;
            this.hi = hi;
        }

        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next = lo;

                public boolean hasNext() {
                    return next < hi;
                }

                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("past " + hi);
                    }
                    return next++;
                }
            };
        }
    }

    static class Tree<K extends Comparable<K>, V> {
        private class Node {
            K k;
            V v;
            Node l, r;
        }

        private Node root;
        int size;

        void put(K k, V v) {
            Node p = null, n = root;
            while (n != null) {
                int c = k.compareTo(n.k);
                if (c == 0) {
                    n.v = v;
                    return;
                }
                p = n;
                n = c < 0 ? n.l : n.r;
            }
            Node x = new Node();
            x.k = k;
            x.v = v;
            size++;
            if (p == null) {
                root = x;
            } else if (k.compareTo(p.k) < 0) {
                p.l = x;
            } else {
                p.r = x;
            }
        }

        void each(BiConsumer<? super K, ? super V> f) {
            walk(root, f);
        }

        private void walk(Node n, BiConsumer<? super K, ? super V> f) {
            if (n != null) {
                walk(n.l, f);
                f.accept(n.k, n.v);
                walk(n.r, f);
            }
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i : new Range(1, 6)) {
            for (int j : new Range(0, i)) {
                sum += i * j;
            }
        }
        System.out.println(sum);
        Iterator<Integer> it = new Range(0, 1).iterator();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        new Range(7, 10).forEach(x -> System.out.print(x + " "));
        new Range(7, 10).iterator().forEachRemaining(x -> System.out.print(-x + " "));
        System.out.println();
        Tree<String, Integer> t = new Tree<>();
        for (String w : "one two three four five six seven two one".split(" ")) {
            t.put(w, w.length());
        }
        StringBuilder sb = new StringBuilder();
        t.each((k, v) -> sb.append(k).append('=').append(v).append(' '));
        System.out.println(sb + "" + t.size);
        Supplier<IntSupplier> counters = () -> {
            int[] n = {0};
            return () -> n[0]++;
        };
        IntSupplier c1 = counters.get(), c2 = counters.get();
        System.out.println(c1.getAsInt() + " " + c1.getAsInt() + " " + c2.getAsInt());
        UnaryOperator<Integer> inc = x -> x + 1;
        Function<Integer, Integer> ten = inc.andThen(x -> x * 10).compose(x -> x - 1);
        System.out.println(ten.apply(5));
    }
}
