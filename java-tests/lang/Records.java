//@ run
/** Records: accessors, equals, hashCode, toString, compact constructors, nesting, generics, static members. */
import java.util.*;

public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < 0) {
                throw new IllegalArgumentException("negative: " + x);
            }
        }

        Point(int both) {
            this(both, both);
        }

        double dist() {
            return Math.sqrt(x * x + y * y);
        }
    }

    record Pair<A, B>(A first, B second) implements Comparable<Pair<A, B>> {
        public int compareTo(Pair<A, B> o) {
            return first.toString().compareTo(o.first.toString());
        }

        public B second() {
            return second;
        }
    }

    record Everything(byte b, short s, char c, int i, long l, float f, double d, boolean z, String str, int[] arr) { }

    record Empty() { }

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + " " + p.dist() + " " + p.equals(new Point(3, 4)) + " " + p.hashCode() + " " + new Point(5) + " " + Point.ORIGIN);
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Pair<String, Point> q = new Pair<>("k", p);
        System.out.println(q + " " + q.second().y() + " " + q.equals(new Pair<>("k", new Point(3, 4))) + " " + q.hashCode() + " " + new Pair<>(null, null) + " " + new Pair<>(null, null).hashCode());
        int[] arr = {1};
        Everything e = new Everything((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, true, "s", arr);
        Everything e2 = new Everything((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, true, "s", arr);
        System.out.println(e.toString().replaceAll("arr=.*", "arr") + " " + e.equals(e2) + " " + (e.hashCode() == e2.hashCode()));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode() + " " + p.equals(null) + " " + p.equals("x"));
        record Local(double d, float f) { }
        System.out.println(new Local(0.0, Float.NaN).equals(new Local(-0.0, Float.NaN)) + " " + new Local(Double.NaN, 0).equals(new Local(Double.NaN, 0)) + " " + new Local(1, 2).hashCode());
        Set<Point> set = new HashSet<>(List.of(new Point(1, 2), new Point(2, 1)));
        System.out.println(set.contains(new Point(2, 1)) + " " + new TreeSet<>(List.of(new Pair<>("b", 1), new Pair<>("a", 2))));
        for (var rc : Point.class.getRecordComponents()) {
            System.out.println(rc.getName() + " " + rc.getType() + " " + rc.getAccessor().getName());
        }
        System.out.println(Point.class.isRecord() + " " + Point.class.getSuperclass());
    }
}
