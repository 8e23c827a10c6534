//@ run
/** System.arraycopy (overlap, bounds and their messages), Arrays.copyOf and copyOfRange. */
import java.util.Arrays;

public class ArrayCopies {
    static void copy(Object a, int i, Object b, int j, int n) {
        try {
            System.arraycopy(a, i, b, j, n);
            System.out.println("ok");
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        System.arraycopy(a, 0, a, 2, 6);
        System.out.println(Arrays.toString(a));
        System.arraycopy(a, 4, a, 1, 6);
        System.out.println(Arrays.toString(a));
        Object[] o = {"x", 1, null};
        Object[] p = new Object[4];
        System.arraycopy(o, 0, p, 1, 3);
        System.out.println(Arrays.toString(p));
        copy(a, 8, a, 0, 5);
        copy(a, 0, a, 8, 5);
        copy(a, -1, a, 0, 1);
        copy(a, 0, a, -2, 1);
        copy(a, 0, a, 0, -1);
        copy(a, 10, a, 10, 0);
        copy(a, 11, a, 0, 0);
        copy(o, 1, p, 3, 2);
        copy(null, 0, a, 0, 1);
        copy(a, Integer.MAX_VALUE, a, 0, 1);
        copy(a, 1, a, 0, Integer.MAX_VALUE);
        System.out.println(Arrays.toString(Arrays.copyOf(a, 12)) + Arrays.toString(Arrays.copyOf(a, 2)));
        System.out.println(Arrays.toString(Arrays.copyOfRange(a, 8, 13)));
        System.out.println(Arrays.toString(Arrays.copyOf(new String[] {"s"}, 2, Object[].class)));
        try {
            Arrays.copyOfRange(a, 5, 4);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.copyOf(a, -1);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        boolean[] z = {true, false, true};
        System.arraycopy(z, 0, z, 1, 2);
        char[] c = "hello".toCharArray();
        System.arraycopy(c, 1, c, 0, 4);
        double[] d = {1, 2, 3};
        System.arraycopy(d, 1, d, 0, 2);
        System.out.println(Arrays.toString(z) + new String(c) + Arrays.toString(d));
    }
}
