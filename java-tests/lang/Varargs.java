//@ run
/** Varargs and overload resolution, null arguments, boxing phases. */
public class Varargs {
    static String f(int a) {
        return "int";
    }

    static String f(long a) {
        return "long";
    }

    static String f(double a) {
        return "double";
    }

    static String f(Object a) {
        return "Object";
    }

    static String f(Object... a) {
        return "Object..." + (a == null ? "null" : a.length);
    }

    static String g(String s, int... rest) {
        int sum = 0;
        for (int r : rest) {
            sum += r;
        }
        return s + rest.length + ":" + sum;
    }

    static String h(StringBuilder s) {
        return "SB";
    }

    static String h(CharSequence s) {
        return "CS";
    }

    static String k(char c) {
        return "char";
    }

    static String k(int i) {
        return "int";
    }

    @SafeVarargs
    static <T> int count(T... ts) {
        return ts.length;
    }

    public static void main(String... args) {
        byte b = 1;
        System.out.println(f(b) + " " + f('c') + " " + f(1) + " " + f(1L) + " " + f(1f) + " " + f("s") + " " + f(Integer.valueOf(1)) + " " + f() + " " + f(1, 2));
        System.out.println(f((Object[]) null) + " " + f((Object) null) + " " + f(new Object[] {1, 2, 3}) + " " + f(new int[] {1, 2}) + " " + f((Object) new Object[2]));
        System.out.println(g("a") + " " + g("b", 1) + " " + g("c", 1, 2, 3) + " " + g("d", new int[] {4, 5}));
        System.out.println(h(new StringBuilder()) + " " + h("x") + " " + h(null));
        System.out.println(k('a') + " " + k('a' + 1) + " " + k((char) ('a' + 1)) + " " + k(true ? 'a' : 0));
        System.out.println(count() + " " + count(1, "a", null) + " " + count((Object) null) + " " + count(new String[5]) + " " + count(new int[5]));
        System.out.println(args.length);
    }
}
