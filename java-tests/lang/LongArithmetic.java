//@ run
/** long arithmetic, comparison, shifts, conversion to and from int. */
public class LongArithmetic {
    static long div(long a, long b) {
        return a / b;
    }

    public static void main(String[] args) {
        long max = Long.MAX_VALUE, min = Long.MIN_VALUE;
        System.out.println((max + 1) + " " + (min - 1) + " " + -min);
        System.out.println(max * 3 + " " + min * min);
        System.out.println(div(min, -1) + " " + min % -1L);
        System.out.println(div(-7, 2) + " " + -7L % 2L + " " + 7L % -2L);
        for (int s : new int[] {0, 1, 31, 32, 63, 64, 65, -1}) {
            System.out.println(s + ": " + (0x123456789abcdefL << s) + " " + (-0x123456789abcdefL >> s) + " " + (-0x123456789abcdefL >>> s));
        }
        System.out.println((int) 0x1_0000_0001L + " " + (int) max + " " + (int) min + " " + (long) Integer.MIN_VALUE);
        System.out.println((short) 70000 + " " + (byte) 200 + " " + (char) 65 + " " + (int) (char) -1);
        System.out.println(Long.compare(min, max) + " " + (min < max) + " " + (max > min) + " " + (max == max));
        System.out.println((max & 0xffL) + " " + (min | 1) + " " + (max ^ min) + " " + ~max);
        int big = Integer.MAX_VALUE;
        System.out.println(big * 2L + " " + (long) (big * 2));
        try {
            div(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
