//@ run
/** Object.clone: shallow copies, covariant overrides, CloneNotSupportedException, arrays. */
import java.util.*;

public class CloneSemantics {
    static class Point implements Cloneable {
        int x = 1;
        long l = 1L << 40;
        int[] shared = {1, 2};
        Point inner;

        @Override
        public Point clone() {
            try {
                return (Point) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Point3 extends Point {
        double z = 2.5;

        @Override
        public Point3 clone() {
            Point3 p = (Point3) super.clone();
            p.shared = shared.clone();
            return p;
        }
    }

    static class Stubborn {
        Object tryClone() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    public static void main(String[] args) throws Exception {
        Point p = new Point();
        p.inner = p;
        Point q = p.clone();
        q.x = 5;
        q.shared[0] = 99;
        System.out.println(p.x + " " + q.x + " " + p.shared[0] + " " + (q.inner == p) + " " + q.l + " " + (p == q));
        Point r = new Point3();
        Point s = r.clone();
        s.shared[1] = 77;
        System.out.println(s.getClass().getSimpleName() + " " + r.shared[1] + " " + ((Point3) s).z);
        try {
            new Stubborn().tryClone();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        ArrayList<StringBuilder> list = new ArrayList<>(List.of(new StringBuilder("a")));
        @SuppressWarnings("unchecked")
        ArrayList<StringBuilder> copy = (ArrayList<StringBuilder>) list.clone();
        copy.get(0).append("b");
        copy.add(null);
        System.out.println(list + " " + copy);
        HashMap<String, int[]> m = new HashMap<>(Map.of("k", new int[] {1}));
        HashMap<?, ?> m2 = (HashMap<?, ?>) m.clone();
        System.out.println(m2.get("k") == m.get("k"));
        String[][] arr = {{"x"}};
        System.out.println(arr.clone()[0] == arr[0]);
        System.out.println(new BitSet(5).clone() + " " + new ArrayDeque<>(List.of(1, 2)).clone() + " " + new TreeMap<>(Map.of(1, 2)).clone());
    }
}
