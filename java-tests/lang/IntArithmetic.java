//@ run
/** int arithmetic: wrap-around, division and remainder signs, shifts with masked counts. */
public class IntArithmetic {
    static int div(int a, int b) {
        return a / b;
    }

    static int rem(int a, int b) {
        return a % b;
    }

    public static void main(String[] args) {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        System.out.println(max + 1);
        System.out.println(min - 1);
        System.out.println(max * max);
        System.out.println(-min);
        System.out.println(div(min, -1) + " " + rem(min, -1));
        System.out.println(div(7, 2) + " " + div(-7, 2) + " " + div(7, -2) + " " + div(-7, -2));
        System.out.println(rem(7, 2) + " " + rem(-7, 2) + " " + rem(7, -2) + " " + rem(-7, -2));
        for (int s : new int[] {0, 1, 5, 31, 32, 33, -1}) {
            System.out.println(s + ": " + (0x12345678 << s) + " " + (-0x12345678 >> s) + " " + (-0x12345678 >>> s));
        }
        System.out.println((5 & 3) + " " + (5 | 3) + " " + (5 ^ 3) + " " + ~5);
        int x = 10;
        x += 3.7;
        System.out.println(x);
        x <<= 33;
        System.out.println(x);
        int i = 5;
        i = i++ + ++i;
        System.out.println(i);
        try {
            div(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            rem(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
    }
}
