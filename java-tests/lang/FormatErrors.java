//@ run
/** The exceptions of illegal format strings and arguments. */
import java.util.*;

public class FormatErrors {
    static void f(String fmt, Object... args) {
        try {
            System.out.println(String.format(Locale.ROOT, fmt, args));
        } catch (IllegalFormatException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        f("%d", "x");
        f("%d", 1.5);
        f("%s %s", "only one");
        f("%q", 1);
        f("%");
        f("%5", 1);
        f("%-d", 1);
        f("%.3d", 1);
        f("%#s", "x");
        f("%c", 0x110000);
        f("%+s", "x");
        f("%-05d", 1);
        f("%+ d", 1);
        f("%f", 1);
        f("%<s", "x");
        f("%,x", 1);
        f("%b", new int[0] == null);
        f("%tQ", "x");
        f("%3$s", "a", "b");
        f("%n%5n", "x");
        f("%d %s", null, null);
    }
}
