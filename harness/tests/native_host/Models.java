import braid.HostModel;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Host models for {@code Natives}. */
public class Models {
    @HostModel("Natives#sum(ZBCSIJFD)D")
    static double sum(boolean z, byte b, char c, short s, int i, long j, float f, double d) {
        return (z ? 1 : 0) + b + c + s + i + j + f + d;
    }

    @HostModel("Natives#describe(Ljava/lang/Object;)Ljava/lang/String;")
    static String describe(Object o) {
        return o == null ? "nothing" : o.getClass().getName() + " " + (o instanceof Object[] a ? Arrays.deepToString(a) : o);
    }

    @HostModel("Natives#all()[Ljava/lang/Object;")
    static Object[] all() {
        return new Object[] {true, (byte) -1, 'x', (short) -2, 3, -4L, 5.5f, -6.5, "a\uD800b\0c", null, TimeUnit.DAYS,
            new BigInteger("-123456789012345678901234567890"), BigInteger.ZERO, new BigDecimal("-1.50"), new UUID(-1, 2),
            Natives.Color.RED, new Natives.Point(1, "p", new int[] {7}), new int[][] {{1}, {}, null}, new String[] {"s"}};
    }

    @HostModel("Natives#fill([II)V")
    static void fill(int[] array, int value) {
        Arrays.fill(array, value);
    }

    @HostModel("Natives#total([I)I")
    static int total(int[] array) {
        return Arrays.stream(array).sum();
    }

    @HostModel("Natives#alias([[I[I)[I")
    static int[] alias(int[][] rows, int[] row) {
        row[0] = rows[0] == row ? 1 : 2;
        rows[1] = row;
        return rows[0];
    }

    @HostModel("Natives#swap([Ljava/lang/Object;)V")
    static void swap(Object[] pair) {
        Object first = pair[0];
        pair[0] = pair[1];
        pair[1] = first;
    }

    @HostModel("Natives$Point#norm()I")
    static int norm(Natives.Point point) {
        return point.x() * point.x() + point.z()[0];
    }

    @HostModel("Natives#fails(I)V")
    static void fails(int code) {
        if (code == 0) {
            throw new IllegalStateException("code " + code, new ArithmeticException());
        }
        if (code == 1) {
            throw new Natives.Failure("own");
        }
        throw new Natives.Rich(code);
    }

    @HostModel("Natives#exit(I)I")
    static int exit(int code) {
        System.exit(code);
        return 0;
    }

    @HostModel("Natives#halt(I)I")
    static int halt(int code) {
        Runtime.getRuntime().halt(code);
        return 0;
    }

    @HostModel("Natives#hang()V")
    static void hang() {
        for (;;) { }
    }

    @HostModel("Natives#deep(I)I")
    static int deep(int i) {
        return deep(i + 1) + 1;
    }

    @HostModel("Natives#bytes(I)[B")
    static byte[] bytes(int length) {
        return new byte[length];
    }

    @HostModel("Natives#thing()Ljava/lang/Object;")
    static Object thing() {
        return new Object();
    }

    @HostModel("Natives#takes(Ljava/lang/Object;)V")
    static void takes(Object o) { }

    @HostModel("Natives#linked()V")
    static void linked() {
        throw new NoClassDefFoundError("some/Other");
    }

    private static int count;

    @HostModel("Natives#count()I")
    static int count() {
        return ++count;
    }

    @HostModel("Natives#square(I)I")
    static int square(int i) {
        return i * i;
    }

    @HostModel("Natives#look(Ljava/lang/String;)Ljava/lang/String;")
    static String look(String what) throws java.io.IOException {
        return switch (what) {
            case "environment" -> new java.util.TreeMap<>(System.getenv()).keySet().toString();
            case "folder" -> Arrays.toString(new java.io.File(".").list());
            case "descriptors" -> {
                StringBuilder links = new StringBuilder();
                for (java.io.File fd : new java.io.File("/proc/self/fd").listFiles()) {
                    String link = fd.exists() ? java.nio.file.Files.readSymbolicLink(fd.toPath()).toString() : "";
                    links.append(fd.getName()).append(' ').append(link).append('\n');
                }
                yield links.toString();
            }
            default -> {
                try {
                    yield java.nio.file.Files.readString(java.nio.file.Path.of(what));
                } catch (java.nio.file.AccessDeniedException denied) {
                    yield "denied";
                }
            }
        };
    }
}
