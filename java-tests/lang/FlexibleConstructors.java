//@ run
//@ jdk: 25
/** Statements before super(), unnamed variables, enhanced enums in switches. */
import java.util.*;

public class FlexibleConstructors {
    static class Base {
        Base(int x) {
            System.out.println("Base " + x + " sees " + describe());
        }

        String describe() {
            return "base";
        }
    }

    static class Sub extends Base {
        final String name;

        Sub(String name) {
            if (name == null) {
                throw new IllegalArgumentException("checked first");
            }
            this.name = name.toUpperCase();
            int n = name.length();
            super(n);
            System.out.println("Sub done");
        }

        @Override
        String describe() {
            return name;
        }
    }

    public static void main(String[] args) {
        new Sub("early");
        try {
            new Sub(null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int count = 0;
        for (var _ : List.of(1, 2, 3)) {
            count++;
        }
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            System.out.println("unnamed " + count);
        }
        Map<String, Integer> m = new TreeMap<>();
        m.computeIfAbsent("k", _ -> 7);
        m.merge("k", 1, (a, _) -> a * 10);
        System.out.println(m);
    }
}
