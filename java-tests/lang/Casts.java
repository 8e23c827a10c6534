//@ run
/** Checked casts and instanceof on classes, interfaces and arrays, with the messages of failed casts. */
import java.util.*;

public class Casts {
    interface I { }

    static class A { }

    static class B extends A implements I { }

    static class C extends B { }

    interface Op {
        Object get();
    }

    static void show(Op op) {
        try {
            System.out.println("ok " + op.get().getClass().getSimpleName());
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@id"));
        }
    }

    public static void main(String[] args) {
        Object a = new A(), b = new B(), c = new C(), s = "str", arr = new int[1], sarr = new String[1], n = 5;
        show(() -> (A) c);
        show(() -> (B) a);
        show(() -> (I) c);
        show(() -> (I) a);
        show(() -> (Integer) s);
        show(() -> (String) n);
        show(() -> (long[]) arr);
        show(() -> (Object[]) sarr);
        show(() -> (Object[]) arr);
        show(() -> (Integer[]) sarr);
        show(() -> (Comparable<?>[]) sarr);
        show(() -> (Runnable) s);
        show(() -> (A[]) (Object) new C[0]);
        show(() -> (C[]) (Object) new A[0]);
        show(() -> (List<?>) (Object) new HashMap<String, String>());
        show(() -> Integer.class.cast("x"));
        show(() -> Number.class.cast(1.5));
        show(() -> String.class.asSubclass(Number.class));
        A nul = (A) null;
        System.out.println(nul + " " + (nul instanceof A));
        System.out.println((c instanceof I) + " " + (a instanceof I) + " " + (sarr instanceof Object[]) + " " + (arr instanceof Object) + " " + A.class.isInstance(c) + " " + A.class.isAssignableFrom(C.class) + " " + C.class.isAssignableFrom(A.class) + " " + Object[].class.isAssignableFrom(int[][].class));
    }
}
