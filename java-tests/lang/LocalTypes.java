//@ run
/** Local records, enums and interfaces, static members of inner classes, var, enhanced instanceof scoping. */
import java.util.*;
import java.util.stream.*;

public class LocalTypes {
    class Inner {
        static int counter = 0;

        static int next() {
            return ++counter;
        }

        record Tag(int n) { }
    }

    static String scope(Object o) {
        if (!(o instanceof String s) || s.isEmpty()) {
            return "not a non-empty string";
        }
        while (!(o instanceof Integer i && i > 3)) {
            o = s.length() > 3 ? s.length() : 10;
        }
        return s + (Integer) o;
    }

    public static void main(String[] args) {
        enum Size { S, M, L }
        interface Sized {
            Size size();
        }
        record Shirt(String color, Size size) implements Sized {
            static int made;

            Shirt {
                made++;
            }
        }
        var shirts = List.of(new Shirt("red", Size.M), new Shirt("blue", Size.S), new Shirt("red", Size.L));
        System.out.println(shirts.stream().collect(Collectors.groupingBy(Shirt::color, TreeMap::new, Collectors.mapping(Sized::size, Collectors.toList()))) + " " + Shirt.made);
        System.out.println(Inner.next() + Inner.next() + " " + new Inner.Tag(4) + " " + Size.valueOf("L").compareTo(Size.S));
        System.out.println(scope("") + "|" + scope(5) + "|" + scope("abcd") + "|" + scope("x"));
        var anon = new Object() {
            int hits = 0;

            int hit() {
                return ++hits;
            }
        };
        anon.hit();
        anon.hit();
        System.out.println(anon.hits);
        for (var e : Map.of("k", List.of(1, 2)).entrySet()) {
            var sum = 0;
            for (var x : e.getValue()) {
                sum += x;
            }
            System.out.println(e.getKey() + sum);
        }
        int x = 3;
        var r = switch (x) {
            case 1, 2 -> "low";
            case 3 -> {
                var t = "mid";
                yield t + x;
            }
            default -> throw new IllegalStateException();
        };
        System.out.println(r);
    }
}
