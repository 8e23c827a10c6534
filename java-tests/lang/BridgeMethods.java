//@ run
/** Covariant returns, generic bridges through several levels, visibility bridges, interface bridges. */
import java.lang.reflect.Method;
import java.util.*;

public class BridgeMethods {
    static abstract class Base<T> {
        abstract Object make();

        void take(T t) {
            System.out.println("Base.take " + t);
        }
    }

    static class Mid<T extends Number> extends Base<T> {
        Number make() {
            return 1;
        }

        @Override
        void take(T t) {
            System.out.println("Mid.take " + t.intValue());
            super.take(t);
        }
    }

    static class Leaf extends Mid<Integer> implements Comparator<String>, Iterable<Integer> {
        Integer make() {
            return 2;
        }

        @Override
        void take(Integer t) {
            System.out.println("Leaf.take " + (t + 1));
            super.take(t);
        }

        public int compare(String a, String b) {
            return a.length() - b.length();
        }

        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int i = 0;

                public boolean hasNext() {
                    return i < 3;
                }

                public Integer next() {
                    return i++;
                }
            };
        }
    }

    static class Package {
        public void visible() {
            System.out.println("visible");
        }
    }

    public static class Public extends Package { }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        Base<Integer> b = new Leaf();
        System.out.println(b.make());
        b.take(5);
        Base raw = b;
        try {
            raw.take("wrong");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().substring(0, 40));
        }
        int sum = 0;
        for (int x : new Leaf()) {
            sum += x;
        }
        System.out.println(sum);
        List<String> l = new ArrayList<>(List.of("ccc", "a", "bb"));
        l.sort(new Leaf());
        System.out.println(l);
        TreeSet<String> names = new TreeSet<>();
        for (Method m : Leaf.class.getDeclaredMethods()) {
            names.add(m.getName() + ":" + m.getReturnType().getSimpleName() + (m.isBridge() ? " bridge" : "") + (m.isSynthetic() ? " synthetic" : ""));
        }
        System.out.println(names);
        Public.class.getMethod("visible").invoke(new Public());
        System.out.println(Public.class.getMethod("visible").isBridge());
    }
}
