//@ run
/** Huffman coding with a priority queue: codes, encoding, decoding. */
import java.util.*;

public class Huffman {
    static abstract class Tree implements Comparable<Tree> {
        final int weight, order;
        static int made;

        Tree(int weight) {
            this.weight = weight;
            this.order = made++;
        }

        @Override
        public int compareTo(Tree o) {
            return weight != o.weight ? Integer.compare(weight, o.weight) : Integer.compare(order, o.order);
        }

        abstract void codes(String prefix, Map<Character, String> into);
    }

    static class Leaf extends Tree {
        final char c;

        Leaf(char c, int w) {
            super(w);
            this.c = c;
        }

        void codes(String p, Map<Character, String> into) {
            into.put(c, p.isEmpty() ? "0" : p);
        }
    }

    static class Fork extends Tree {
        final Tree l, r;

        Fork(Tree l, Tree r) {
            super(l.weight + r.weight);
            this.l = l;
            this.r = r;
        }

        void codes(String p, Map<Character, String> into) {
            l.codes(p + "0", into);
            r.codes(p + "1", into);
        }
    }

    public static void main(String[] args) {
        for (String text : new String[] {"abracadabra", "mississippi river", "zzzz"}) {
            TreeMap<Character, Integer> freq = new TreeMap<>();
            for (char c : text.toCharArray()) {
                freq.merge(c, 1, Integer::sum);
            }
            PriorityQueue<Tree> q = new PriorityQueue<>();
            freq.forEach((c, n) -> q.add(new Leaf(c, n)));
            while (q.size() > 1) {
                q.add(new Fork(q.poll(), q.poll()));
            }
            Tree root = q.poll();
            Map<Character, String> codes = new TreeMap<>();
            root.codes("", codes);
            StringBuilder bits = new StringBuilder();
            for (char c : text.toCharArray()) {
                bits.append(codes.get(c));
            }
            StringBuilder back = new StringBuilder();
            Tree n = root;
            for (int i = 0; i < bits.length(); i++) {
                if (n instanceof Fork f) {
                    n = bits.charAt(i) == '0' ? f.l : f.r;
                }
                if (n instanceof Leaf l) {
                    back.append(l.c);
                    n = root;
                }
            }
            System.out.println(codes + " " + bits.length() + " " + bits + " " + back.toString().equals(text));
        }
    }
}
