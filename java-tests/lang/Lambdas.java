//@ run
/** Lambdas and method references of every kind; captures; function composition. */
import java.util.*;
import java.util.function.*;

public class Lambdas {
    private int field = 5;

    int instance(int x) {
        return x + field;
    }

    static int twice(int x) {
        return 2 * x;
    }

    Supplier<Integer> capturing() {
        int local = 3;
        return () -> local + field++;
    }

    public static void main(String[] args) {
        Lambdas l = new Lambdas();
        IntUnaryOperator a = Lambdas::twice, b = l::instance;
        System.out.println(a.applyAsInt(4) + " " + b.applyAsInt(4) + " " + a.andThen(b).applyAsInt(1) + " " + a.compose(b).applyAsInt(1));
        Supplier<Integer> s = l.capturing();
        System.out.println(s.get() + " " + s.get());
        Function<String, Integer> len = String::length;
        BiFunction<String, String, Boolean> eq = String::equals;
        Function<Integer, int[]> mk = int[]::new;
        Supplier<List<String>> ctor = ArrayList::new;
        System.out.println(len.apply("four") + " " + eq.apply("a", "a") + " " + mk.apply(3).length + " " + ctor.get());
        Predicate<String> p = String::isEmpty;
        System.out.println(p.negate().or(x -> x == null).test("") + " " + Function.<Integer>identity().apply(8));
        List<Supplier<Integer>> subs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int j = i;
            subs.add(() -> j * j);
        }
        for (Supplier<Integer> x : subs) {
            System.out.print(x.get() + " ");
        }
        System.out.println();
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curry = x -> y -> z -> x * y + z;
        System.out.println(curry.apply(2).apply(3).apply(4));
        ToLongFunction<Integer> widen = Integer::longValue;
        DoubleBinaryOperator max = Math::max;
        System.out.println(widen.applyAsLong(7) + " " + max.applyAsDouble(1, 2));
        Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("intersection");
        r.run();
        try {
            ((String) null).length();
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        Lambdas none = null;
        try {
            IntUnaryOperator bad = none::instance;
        } catch (NullPointerException e) {
            System.out.println("bound to null");
        }
    }
}
