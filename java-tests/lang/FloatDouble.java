//@ run
/** IEEE corner cases: NaN, infinities, signed zero, remainder, narrowing conversions. */
public class FloatDouble {
    static double div(double a, double b) {
        return a / b;
    }

    public static void main(String[] args) {
        System.out.println(div(1, 0) + " " + div(-1, 0) + " " + div(0, 0) + " " + div(1, Double.NEGATIVE_INFINITY));
        double nan = Double.NaN;
        System.out.println((nan == nan) + " " + (nan < 1) + " " + (nan > 1) + " " + (nan != nan) + " " + !(nan >= 1));
        System.out.println((0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + Double.compare(0.0, -0.0));
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 1e300 % 7 + " " + 5.0 % Double.POSITIVE_INFINITY);
        System.out.println(5.0 % 0 + " " + 5.5f % 2f + " " + -0.0 % 3);
        System.out.println((int) nan + " " + (int) 1e20 + " " + (int) -1e20 + " " + (long) 1e20 + " " + (long) Float.NaN);
        System.out.println((int) 3.99 + " " + (int) -3.99 + " " + (byte) 300.7 + " " + (char) 97.9 + " " + (short) -1e10);
        System.out.println((float) 1e40 + " " + (float) 1e-50 + " " + (float) 0.1 + " " + (double) 0.1f);
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println(1.0e10 + " " + 1e7 + " " + 1e6 + " " + 1e-3 + " " + 1e-4 + " " + 100f + " " + 1.0e-10f);
        System.out.println(Double.MIN_VALUE + " " + Double.MAX_VALUE + " " + Float.MIN_VALUE + " " + Float.MAX_VALUE + " " + Double.MIN_NORMAL);
        System.out.println(Long.toHexString(Double.doubleToLongBits(-1.5)) + " " + Integer.toHexString(Float.floatToIntBits(Float.NaN)));
        System.out.println((double) Long.MAX_VALUE + " " + (float) Integer.MAX_VALUE + " " + (float) 16777217);
        System.out.println(Double.MIN_VALUE / 2 + " " + Double.MAX_VALUE * 2 + " " + 1.1f * 1.1f + " " + 1.1 * 1.1);
        float f = 16777216f;
        f++;
        System.out.println(f);
    }
}
