//@ run
//@ jdk: 25
/** Interplay of pattern switches with generics, boxing, yield, fall-through and exceptions. */
import java.util.*;
import java.util.function.*;

public class GenericSwitches {
    sealed interface Result<T> { }

    record Ok<T>(T value) implements Result<T> { }

    record Err<T>(Exception e) implements Result<T> { }

    static <T, R> Result<R> map(Result<T> r, Function<T, R> f) {
        return switch (r) {
            case Ok<T>(var v) -> {
                try {
                    yield new Ok<>(f.apply(v));
                } catch (RuntimeException e) {
                    yield new Err<>(e);
                }
            }
            case Err<T>(var e) -> new Err<>(e);
        };
    }

    static String num(Number n) {
        return switch (n) {
            case Byte b -> "b" + b;
            case Short s -> "s" + s;
            case Double d when d.isNaN() -> "NaN";
            case Double d -> "d" + d;
            case Integer i when i == Integer.MAX_VALUE -> "max";
            case Integer i -> "i" + i;
            default -> n.toString();
        };
    }

    static String chars(CharSequence cs) {
        StringBuilder log = new StringBuilder();
        switch (cs) {
            case String s when s.length() > 3 && log.append("guard ").length() > 0:
                log.append("long");
                break;
            case StringBuilder sb:
                log.append("builder ");
                sb.append("!");
            default:
                log.append("default ").append(cs);
        }
        return log.toString();
    }

    public static void main(String[] args) {
        System.out.println(map(new Ok<>(4), x -> 100 / x));
        System.out.println(map(new Ok<>(0), x -> 100 / x));
        System.out.println(map(map(new Ok<>("x"), String::length), x -> x + 1));
        for (Number n : List.of((byte) 1, (short) 2, 3, Integer.MAX_VALUE, 4.5, Double.NaN, 6L)) {
            System.out.print(num(n) + " ");
        }
        System.out.println();
        System.out.println(chars("long string") + "|" + chars("ab") + "|" + chars(new StringBuilder("sb")) + "|" + chars(new StringBuffer("buf")));
        Object o = 42;
        if (!(o instanceof Integer i)) {
            throw new AssertionError();
        }
        System.out.println(i + 1);
        Object nothing = null;
        try {
            switch (nothing) {
                case String s -> System.out.println(s);
                default -> System.out.println("default does not take null");
            }
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
