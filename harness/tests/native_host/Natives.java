import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A program with native methods that host models answer. */
public class Natives {
    enum Color { RED, GREEN { } }

    record Point(int x, String y, int[] z) {
        /** A host model answers although there is code. */
        int norm() { return -1; }
    }

    static class Failure extends RuntimeException {
        Failure(String message) { super(message); }
    }

    static class Rich extends RuntimeException {
        final int code;
        Rich(int code) { this.code = code; }
    }

    static native double sum(boolean z, byte b, char c, short s, int i, long j, float f, double d);
    static native String describe(Object o);
    static native Object[] all();
    static native void fill(int[] array, int value);
    static native int total(int[] array);
    static native int[] alias(int[][] rows, int[] row);
    static native void swap(Object[] pair);
    static native void fails(int code);
    static native int exit(int code);
    static native int halt(int code);
    static native void hang();
    static native int deep(int i);
    static native byte[] bytes(int length);
    static native Object thing();
    static native void takes(Object o);
    static native void linked();
    static native int count();
    static native int square(int i);
    static native String look(String what) throws java.io.IOException;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "idle" -> { }
            case "values" -> values();
            case "fails" -> failures();
            case "rich" -> fails(2);
            case "exit" -> exit(4);
            case "halt" -> halt(5);
            case "hang" -> hang();
            case "deep" -> deep(0);
            case "bytes" -> System.out.println(bytes(Integer.parseInt(args[1])).length);
            case "thing" -> thing();
            case "takes" -> takes(new Object[] {"fine", new StringBuilder()});
            case "linked" -> linked();
            case "count" -> { assert count() == count(); }
            case "look" -> System.out.println(look(args[1]));
            case "many" -> {
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    if (square(i) != i * i) throw new AssertionError(i);
                }
                System.out.println("done");
            }
            case "locked", "racy" -> writers(args[0].equals("locked"));
            case "readers" -> readers();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static void values() {
        System.out.println(sum(true, (byte) -1, 'a', (short) 3, 4, 1L << 40, 0.5f, 0.25));
        Object[] shown = {null, "t", 1, 'c', 2.5, new BigInteger("-5"), new BigDecimal("123456789012345678901.5"), new UUID(3, 4),
            TimeUnit.HOURS, Color.GREEN, new String[][] {{"x"}, null}, new Object[] {1, "two", new Object[0]}};
        for (Object o : shown) {
            System.out.println(describe(o));
        }
        for (Object o : all()) {
            String type = o == null ? "" : o.getClass().getName() + " ";
            System.out.println(type + (o instanceof Object[] a ? Arrays.deepToString(a) : o instanceof Point p ? p.x + p.y + p.z[0] : o));
        }
        Object[] all = all();
        System.out.println(all[4] == Integer.valueOf(3) && all[0] == Boolean.TRUE && all[15] == Color.RED && all[10] == TimeUnit.DAYS);
        System.out.println(((String) all[8]).length() + " " + (int) ((String) all[8]).charAt(1));
        int[] row = {9};
        int[][] rows = {row, null};
        System.out.println((alias(rows, row) == row) + " " + row[0] + " " + (rows[1] == row));
        Object[] pair = {"left", new int[] {1}};
        Object left = pair[0], right = pair[1];
        swap(pair);
        System.out.println(pair[0] == right && pair[1] == left);
        System.out.println(new Point(3, null, new int[] {1}).norm());
        int[] filled = new int[3];
        fill(filled, -7);
        System.out.println(Arrays.toString(filled) + total(filled));
    }

    static void failures() {
        try {
            fails(0);
        } catch (IllegalStateException e) {
            System.out.println(e + " " + e.getCause());
            for (StackTraceElement element : e.getStackTrace()) {
                System.out.println(element);
            }
        }
        try {
            fails(1);
        } catch (Failure e) {
            System.out.println(e.getMessage() + e.getCause());
        }
        int[] none = null;
        try {
            total(none);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void writers(boolean locked) throws InterruptedException {
        int[] array = new int[2];
        Thread other = new Thread(() -> write(array, 1, locked));
        other.start();
        write(array, 2, locked);
        other.join();
        assert array[0] == array[1];
    }

    static void write(int[] array, int value, boolean locked) {
        if (locked) {
            synchronized (array) {
                fill(array, value);
                assert total(array) == 2 * value;
            }
        } else {
            fill(array, value);
        }
    }

    /** Both read, neither writes: that is no race. */
    static void readers() throws InterruptedException {
        int[] array = {1, 2};
        Thread other = new Thread(() -> { assert total(array) == 3; });
        other.start();
        assert total(array) == 3;
        other.join();
    }
}
