//@ run
/** Optional and its primitive forms. */
import java.util.*;

public class Optionals {
    public static void main(String[] args) {
        Optional<String> some = Optional.of("value"), none = Optional.empty();
        System.out.println(some + " " + none + " " + some.isPresent() + none.isEmpty() + " " + some.get() + " " + none.orElse("other") + " " + none.orElseGet(() -> "made"));
        System.out.println(some.map(String::length) + " " + some.flatMap(s -> Optional.<Integer>empty()) + " " + some.filter(s -> s.startsWith("x")) + " " + none.or(() -> Optional.of("alt")) + " " + some.stream().count());
        some.ifPresentOrElse(s -> System.out.println("has " + s), () -> System.out.println("nothing"));
        none.ifPresentOrElse(s -> System.out.println("has " + s), () -> System.out.println("nothing"));
        System.out.println(Optional.ofNullable(null) + " " + some.equals(Optional.of("value")) + " " + some.hashCode() + " " + none.hashCode() + " " + some.map(s -> null));
        try {
            none.get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            none.orElseThrow(() -> new IllegalStateException("thrown"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Optional.of(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(OptionalInt.of(5) + " " + OptionalDouble.empty() + " " + OptionalLong.of(7).getAsLong() + " " + OptionalInt.empty().orElse(3));
    }
}
