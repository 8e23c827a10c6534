//@ run
/** Sealed interfaces and classes, instanceof patterns, permitted subclasses through reflection. */
import java.util.*;

public class SealedTypes {
    sealed interface Expr permits Num, Add, Mul, Neg { }

    record Num(int v) implements Expr { }

    record Add(Expr l, Expr r) implements Expr { }

    record Mul(Expr l, Expr r) implements Expr { }

    static final class Neg implements Expr {
        final Expr e;

        Neg(Expr e) {
            this.e = e;
        }
    }

    static sealed abstract class Animal {
        static final class Dog extends Animal { }

        static non-sealed class Cat extends Animal { }
    }

    static class Lion extends Animal.Cat { }

    static int eval(Expr e) {
        if (e instanceof Num n) {
            return n.v();
        } else if (e instanceof Add a) {
            return eval(a.l) + eval(a.r);
        } else if (e instanceof Mul m && m.l() instanceof Num n && n.v() == 0) {
            return 0;
        } else if (e instanceof Mul m) {
            return eval(m.l) * eval(m.r);
        } else if (!(e instanceof Neg n)) {
            throw new AssertionError("unexpected " + e);
        } else {
            return -eval(n.e);
        }
    }

    public static void main(String[] args) {
        System.out.println(eval(new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))))));
        System.out.println(eval(new Mul(new Num(0), null)));
        try {
            eval(null);
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Expr.class.isSealed() + " " + Num.class.isSealed() + " " + Animal.Cat.class.isSealed());
        for (Class<?> c : Expr.class.getPermittedSubclasses()) {
            System.out.println(c.getName());
        }
        System.out.println(Arrays.toString(Animal.class.getPermittedSubclasses()));
        Object o = new Lion();
        if (o instanceof Animal.Cat c && c instanceof Lion) {
            System.out.println("lion");
        }
        System.out.println(new Add(new Num(1), new Num(2)));
    }
}
