//@ run
//@ jdk: 25
/** Record deconstruction: nested, generic, with var and unnamed patterns; accessors that throw. */
import java.util.*;

public class RecordPatterns {
    sealed interface Expr { }

    record Num(int v) implements Expr { }

    record Add(Expr l, Expr r) implements Expr { }

    record Mul(Expr l, Expr r) implements Expr { }

    record Pair<A, B>(A a, B b) { }

    record Bad(int x) {
        public int x() {
            throw new IllegalStateException("accessor");
        }
    }

    static Expr simplify(Expr e) {
        return switch (e) {
            case Add(Num(var a), Num(var b)) -> new Num(a + b);
            case Add(Num(int a), Expr r) when a == 0 -> simplify(r);
            case Mul(Num(int a), _) when a == 0 -> new Num(0);
            case Mul(Num(int a), Expr r) when a == 1 -> simplify(r);
            case Add(var l, var r) -> new Add(simplify(l), simplify(r));
            case Mul(var l, var r) -> new Mul(simplify(l), simplify(r));
            case Num n -> n;
        };
    }

    static String pairs(Object o) {
        if (o instanceof Pair<?, ?>(String s, Integer i) && i > 0) {
            return s.repeat(i);
        }
        if (o instanceof Pair<?, ?>(Pair<?, ?>(var x, _), var y)) {
            return "nested " + x + " " + y;
        }
        return switch (o) {
            case Pair<?, ?>(Integer _, Integer b) -> "ints " + b;
            default -> "other";
        };
    }

    public static void main(String[] args) {
        System.out.println(simplify(new Add(new Num(1), new Num(2))));
        System.out.println(simplify(new Add(new Num(0), new Mul(new Num(1), new Num(9)))));
        System.out.println(simplify(new Mul(new Num(0), new Add(new Num(1), new Num(2)))));
        System.out.println(simplify(new Mul(new Num(3), new Add(new Num(1), new Num(2)))));
        System.out.println(pairs(new Pair<>("ab", 3)));
        System.out.println(pairs(new Pair<>(new Pair<>(1, 2), null)));
        System.out.println(pairs(new Pair<>(1, 2)));
        try {
            Object o = new Bad(1);
            if (o instanceof Bad(int x)) {
                System.out.println(x);
            }
        } catch (MatchException e) {
            System.out.println(e.getCause());
        }
        for (var p : List.of(new Pair<>(1, "one"), new Pair<>(2, "two"))) {
            if (p instanceof Pair<Integer, String>(var n, var s)) {
                System.out.print(n + s + " ");
            }
        }
        System.out.println();
    }
}
