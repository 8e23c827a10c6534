//@ run
/** java.util.Arrays: sorts, searches, fills, comparisons, hash codes, streams. */
import java.util.*;

public class ArraysUtil {
    public static void main(String[] args) {
        int[] a = new int[300];
        int x = 12345;
        for (int i = 0; i < a.length; i++) {
            x = x * 1103515245 + 12345;
            a[i] = (x >>> 16) % 1000;
        }
        int[] b = a.clone();
        Arrays.sort(b);
        boolean sorted = true;
        for (int i = 1; i < b.length; i++) {
            sorted &= b[i - 1] <= b[i];
        }
        System.out.println(sorted + " " + b[0] + " " + b[150] + " " + b[299] + " " + Arrays.hashCode(b) + " " + Arrays.hashCode(a));
        System.out.println(Arrays.binarySearch(b, b[37]) >= 0 ? "found" : "missing");
        System.out.println(Arrays.binarySearch(new int[] {1, 3, 5}, 4));
        double[] d = {3, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, -1};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d));
        String[] words = {"pear", "fig", "apple", "Kiwi", "date", "banana"};
        Arrays.sort(words);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, Comparator.comparing(String::length));
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, 1, 4, String.CASE_INSENSITIVE_ORDER.reversed());
        System.out.println(Arrays.toString(words));
        Integer[] boxed = new Integer[100];
        Arrays.setAll(boxed, i -> (i * 37) % 101);
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(boxed[0] + " " + boxed[99]);
        long[] l = new long[5];
        Arrays.fill(l, 1, 3, 9L);
        System.out.println(Arrays.toString(l) + Arrays.equals(l, new long[] {0, 9, 9, 0, 0}) + Arrays.mismatch(l, new long[] {0, 9, 8}) + Arrays.compare(l, new long[] {0, 9, 8}));
        int[] pre = {1, 2, 3, 4};
        Arrays.parallelPrefix(pre, Integer::sum);
        System.out.println(Arrays.toString(pre) + Arrays.stream(pre).sum() + " " + Arrays.stream(words, 1, 3).toList());
        byte[] bytes = {3, -1, 127, -128};
        char[] chars = {'z', 'a', 'M'};
        Arrays.sort(bytes);
        Arrays.sort(chars);
        System.out.println(Arrays.toString(bytes) + Arrays.toString(chars));
        List<String> view = Arrays.asList(words);
        view.set(0, "changed");
        System.out.println(words[0] + " " + view.getClass().getSimpleName());
        System.out.println(Arrays.toString((int[]) null) + " " + Arrays.hashCode((int[]) null));
    }
}
