//@ run
/** Boxing: cached identities, unboxing in expressions, equality of wrappers, ternary promotion. */
import java.util.*;

public class BoxingCaches {
    static String kind(Object o) {
        return o.getClass().getSimpleName();
    }

    static String over(long x) {
        return "long";
    }

    static String over(Integer x) {
        return "Integer";
    }

    static String over(Object x) {
        return "Object";
    }

    static String over(int... x) {
        return "varargs";
    }

    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c <= d && c >= d));
        Long l1 = -128L, l2 = -128L, l3 = -129L, l4 = -129L;
        Character ch1 = 127, ch2 = 127;
        Byte by1 = -1, by2 = -1;
        System.out.println((l1 == l2) + " " + (l3 == l4) + " " + (ch1 == ch2) + " " + (by1 == by2) + " " + l1.equals(-128) + " " + (Boolean.TRUE == Boolean.valueOf("true")));
        Integer n = 5;
        n++;
        n += 2;
        System.out.println(n);
        Object t = true ? 1 : 2.0;
        Object u = true ? (Object) 1 : 2.0;
        Object v = true ? 'a' : 0;
        System.out.println(t + " " + kind(t) + " " + kind(u) + " " + kind(v));
        System.out.println(over(5) + " " + over((short) 5) + " " + over(Integer.valueOf(5)) + " " + over('x') + " " + over() + " " + over(5.0));
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30));
        list.remove(1);
        list.remove((Integer) 10);
        System.out.println(list);
        Map<Long, String> m = new HashMap<>();
        m.put(1L, "one");
        System.out.println(m.get(1) + " " + m.get(1L));
        Double nan = Double.NaN;
        System.out.println(nan.equals(Double.NaN) + " " + nan.compareTo(1.0) + " " + new HashSet<>(List.of(0.0, -0.0)).size());
        try {
            Integer none = null;
            int x = true ? none : 0;
        } catch (NullPointerException e) {
            System.out.println("unboxed null");
        }
        System.out.println(((Number) 300).byteValue() + " " + ((Number) 3.99).intValue() + " " + ((Number) 1e30).longValue() + " " + Integer.valueOf(65).hashCode());
    }
}
