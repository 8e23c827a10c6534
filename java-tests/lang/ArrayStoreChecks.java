//@ run
/** Array covariance and the store check, through aastore, arraycopy, fill and reflection. */
import java.lang.reflect.Array;
import java.util.*;

public class ArrayStoreChecks {
    interface I { }

    static class A { }

    static class B extends A implements I { }

    static void store(Object[] arr, Object v) {
        try {
            arr[0] = v;
            System.out.println("ok " + arr.getClass().getSimpleName());
        } catch (ArrayStoreException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        store(new A[1], new B());
        store(new B[1], new A());
        store(new I[1], new B());
        store(new I[1], new A());
        store(new String[1], 1);
        store(new Integer[1], null);
        store(new Object[1][1], new int[1]);
        store(new Object[1][1], new String[1]);
        store(new Number[1], 2.5);
        store(new Comparable[1], "x");
        store(new Cloneable[1], new int[0]);
        Object[] mixed = {"a", "b", 3, "d"};
        String[] target = new String[4];
        try {
            System.arraycopy(mixed, 0, target, 0, 4);
        } catch (ArrayStoreException e) {
            System.out.println(Arrays.toString(target) + " " + e.getMessage());
        }
        try {
            System.arraycopy(new int[1], 0, new long[1], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.arraycopy("no array", 0, new long[1], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.fill((Object[]) new String[2], 5);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            Array.set(new int[1], 0, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ArrayList<Object>(List.of(1, 2)).toArray(new String[0]);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }
}
