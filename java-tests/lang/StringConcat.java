//@ run
/** String concatenation through invokedynamic: every operand type, many operands, evaluation order, side effects. */
public class StringConcat {
    static int n;

    static int next() {
        return ++n;
    }

    static class Printed {
        public String toString() {
            n += 10;
            return "P" + n;
        }
    }

    static class NullString {
        public String toString() {
            return null;
        }
    }

    public static void main(String[] args) {
        byte b = -1;
        short s = 300;
        char c = 'c';
        int i = 7;
        long l = 1L << 40;
        float f = 1.5f;
        double d = 2.5;
        boolean z = true;
        Object o = null;
        char[] none = null;
        System.out.println("" + b + s + c + i + l + f + d + z + o + none);
        System.out.println(b + s + c + i + l + " " + f + d);
        System.out.println('a' + 'b' + "c" + 'd' + 1 + 2);
        System.out.println("x" + next() + next() + new Printed() + next());
        System.out.println("null string: " + new NullString() + null);
        String acc = "";
        for (int k = 0; k < 5; k++) {
            acc += k + (k % 2 == 0 ? "," : ";");
        }
        System.out.println(acc);
        String big = "" + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + "end" + c + l;
        System.out.println(big);
        String[] arr = {"p"};
        int idx = 0;
        arr[idx++] += "q" + idx;
        System.out.println(arr[0]);
        final String k1 = "const", k2 = k1 + 1 + 'c' + true + 2.0f;
        System.out.println(k2 + (k2 == "const1ctrue2.0"));
        System.out.println("\1\2" + i + "\1" + c + "\u20ac".length());
        try {
            System.out.println("a" + Integer.parseInt("x"));
        } catch (NumberFormatException e) {
            System.out.println("thrown inside");
        }
    }
}
