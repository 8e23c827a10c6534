//@ run
//@ jdk: 25
/** Pattern switches: type patterns, guards, null, dominance order, sealed exhaustiveness, enums and constants. */
import java.util.*;

public class PatternSwitch {
    sealed interface Shape permits Circle, Square, Unit { }

    record Circle(double r) implements Shape { }

    record Square(double s) implements Shape { }

    enum Unit implements Shape { ONE, TWO }

    static String kind(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big int " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty string";
            case String s -> "string " + s.length();
            case int[] a -> "ints " + a.length;
            case Unit u -> "unit " + u.ordinal();
            case List<?> l when l.size() > 1 -> "list from " + l.get(0);
            case Collection<?> c -> "collection " + c.size();
            case Runnable r -> "runnable";
            default -> o.getClass().getSimpleName();
        };
    }

    static double area(Shape s) {
        return switch (s) {
            case Circle c -> 3 * c.r * c.r;
            case Square q -> q.s * q.s;
            case Unit.ONE -> 1;
            case Unit.TWO -> 2;
        };
    }

    static int text(String s) {
        switch (s) {
            case "a", "b":
                return 1;
            case String t when t.length() > 3:
                return t.length();
            case null, default:
                return -1;
        }
    }

    public static void main(String[] args) {
        for (Object o : new Object[] {null, 5, 500, 7L, "", "abc", new int[3], Unit.TWO, List.of(9, 8), Set.of(), (Runnable) () -> { }, 2.5, 'c'}) {
            System.out.println(kind(o));
        }
        for (Shape s : new Shape[] {new Circle(2), new Square(3), Unit.ONE, Unit.TWO}) {
            System.out.println(area(s));
        }
        try {
            area(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        for (String s : new String[] {"a", "b", "long one", "xy", null}) {
            System.out.println(text(s));
        }
    }
}
