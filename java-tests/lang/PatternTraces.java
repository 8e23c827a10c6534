//@ run
//@ jdk: 25
/** Helpful NullPointerException messages and traces inside pattern matching code, records and streams on 25. */
import java.util.*;
import java.util.stream.*;

public class PatternTraces {
    record Box(String s) { }

    static int len(Object o) {
        return switch (o) {
            case Box(var s) -> s.length();
            case String t -> t.length();
            default -> -1;
        };
    }

    public static void main(String[] args) {
        try {
            len(new Box(null));
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
            System.out.println(e.getStackTrace()[0]);
        }
        try {
            Stream.of(new Box("a"), null).map(b -> b.s()).toList();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object o = List.of("x");
            Set<?> s = (Set<?>) o;
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Box("x") + " " + new Box(null).hashCode() + " " + new Box("q").equals(new Box("q")));
        StringBuilder sb = new StringBuilder();
        for (StackTraceElement f : new Throwable().getStackTrace()) {
            sb.append(f).append(' ');
        }
        System.out.println(sb);
    }
}
