import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Methods whose translation is kept in golden files: one file a method. */
class Golden {
    int count;
    static long total;
    volatile boolean done;

    static int sum(int[] values) {
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return sum;
    }

    int postIncrement() {
        return count++;
    }

    static int swapAndCompare(int a, int b) {
        int t = a;
        a = b;
        b = t;
        return a > b ? a - 1 : 3 - b;
    }

    static String classify(int n) {
        switch (n) {
            case 1: return "one";
            case 2: return "two";
            case 3: return "three";
            case 1000: return "thousand";
            default: return null;
        }
    }

    int tryFinally(Object o) {
        try {
            return o.hashCode();
        } catch (NullPointerException e) {
            return -1;
        } finally {
            done = true;
        }
    }

    synchronized void locked(int by) {
        count += by;
    }

    static synchronized long lockedStatic(long by) {
        return total += by;
    }

    void block(Object lock) {
        synchronized (lock) {
            count = 0;
        }
    }

    static double widths(long a, double b, float c, byte d) {
        return a * b + c - d;
    }

    static boolean narrowed(int[] bits, int i) {
        boolean b = bits[i] != 0;
        return b;
    }

    static Object allocate(int n) {
        long[][] grid = new long[n][4];
        grid[0][1] = n;
        StringBuilder text = new StringBuilder("x");
        return n > 2 ? grid : text.append(n);
    }

    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    Supplier<String> lambda(String text) {
        return () -> text + count;
    }

    static IntSupplier stateless() {
        return () -> 42;
    }

    static int nested(int[] a, int i) {
        return a[i] = a[i + 1] = i++;
    }
}
