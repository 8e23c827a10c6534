//@ run
/** String.format: flags, widths, precisions, argument indices, all common conversions. */
import java.util.*;

public class StringFormat {
    static void f(String fmt, Object... args) {
        System.out.println(String.format(Locale.ROOT, fmt, args));
    }

    public static void main(String[] args) {
        f("%d|%5d|%-5d|%05d|%+d|%,d|%(d|% d", 42, 42, 42, 42, 42, 1234567, -42, 42);
        f("%x|%X|%#x|%o|%#o|%08x", 255, 255, 255, 8, 8, -1);
        f("%s|%10s|%-10s|%.2s|%S|%s", "text", "text", "text", "text", "text", null);
        f("%c|%C|%c|%c", 'a', 'a', 65, 0x42);
        f("%b|%B|%b|%b", true, false, null, "x");
        f("%f|%.2f|%10.3f|%-10.1f|%+.1f|%,.2f|%010.2f", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159, 1234567.891, -3.14159);
        f("%e|%.3e|%E|%g|%.3g|%g|%a", 12345.678, 12345.678, 0.00012, 12345.678, 0.00012345, 1e-5, 1.5);
        f("%.0f %.0f %.0f %.0f %.1f %.1f", 0.5, 1.5, 2.5, -0.5, 0.25, 0.35);
        f("%f %f %f %e", Double.NaN, Double.POSITIVE_INFINITY, -0.0, Double.NEGATIVE_INFINITY);
        f("%2$s %1$s %<s %s %s", "a", "b");
        f("%h|%h|%n|%%|%5%", "hash", 42);
        f("%s %s %s", new int[0].length, List.of(1, 2), Optional.of("x"));
        f("%d %d %d %d", (byte) -1, (short) -2, 3L, new java.math.BigInteger("123456789012345678901234567890"));
        f("%.5f %s %10.2e", new java.math.BigDecimal("1.23456789"), new java.math.BigDecimal("1E+3"), new java.math.BigDecimal("12345.6789"));
        f("%x %x %x", (byte) -1, Long.MIN_VALUE, new java.math.BigInteger("-255"));
        f("%tY-%<tm-%<td %<tH:%<tM:%<tS", java.time.LocalDateTime.of(2024, 2, 29, 13, 5, 9));
        f("%tA %<tB %<te %<tj", java.time.LocalDate.of(2023, 12, 25));
        f("%-8s|%8s|", "ab", "ab");
        System.out.printf("%s and %d%n", "printf", 7);
        System.out.println("%d items".formatted(3));
        System.out.println(String.format("%1$s %1$10.3f", 2.0));
        class F implements Formattable {
            public void formatTo(Formatter fm, int flags, int width, int precision) {
                fm.format("F(%d,%d,%d)", flags, width, precision);
            }
        }
        f("%s %-10.3s %S", new F(), new F(), new F());
        StringBuilder sb = new StringBuilder();
        try (Formatter fm = new Formatter(sb, Locale.GERMANY)) {
            fm.format("%,.2f", 9876.5);
        }
        System.out.println(sb);
    }
}
