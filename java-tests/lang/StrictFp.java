//@ run
/** strictfp arithmetic is exact IEEE 754: bits of sums, products, subnormals, fused operations. */
public strictfp class StrictFp {
    static String bits(double d) {
        return Long.toHexString(Double.doubleToRawLongBits(d));
    }

    static String bits(float f) {
        return Integer.toHexString(Float.floatToRawIntBits(f));
    }

    public static void main(String[] args) {
        double a = Double.MIN_NORMAL, b = Double.MIN_VALUE;
        System.out.println(bits(a / 2) + " " + bits(a / 2 + b) + " " + bits(b * 0.5) + " " + bits(b * 0.75) + " " + bits(-b / 4));
        System.out.println(bits(Double.MAX_VALUE * 1.1) + " " + bits(Double.MAX_VALUE + 1e291) + " " + bits(Double.MAX_VALUE + 1e292));
        System.out.println(bits(0.1 + 0.7) + " " + bits(1.0 / 3) + " " + bits(2.0 / 3 * 3) + " " + bits(Math.sqrt(2)));
        System.out.println(bits(1e16 + 1) + " " + bits(1e16 + 1.1) + " " + bits(9007199254740993L) + " " + bits((float) 9007199254740993L));
        System.out.println(bits(Math.fma(0.1, 10, -1)) + " " + bits(0.1 * 10 - 1) + " " + bits(Math.fma(0.1f, 10f, -1f)));
        System.out.println(bits(1.0f / 3) + " " + bits(Float.MIN_VALUE / 2) + " " + bits(Float.MAX_VALUE * 2) + " " + bits((float) 1e-46) + " " + bits(16777217f));
        System.out.println(bits(1.0 % 0.1) + " " + bits(-1e308 % 3) + " " + bits(5f % 0.3f) + " " + bits(Double.MIN_VALUE % 1));
        double sum = 0;
        for (int i = 1; i <= 1000; i++) {
            sum += 1.0 / i * ((i & 1) == 0 ? -1 : 1);
        }
        System.out.println(sum + " " + bits(sum));
        float fs = 0;
        for (int i = 0; i < 1000; i++) {
            fs += 0.1f;
        }
        System.out.println(fs + " " + bits(fs));
        System.out.println(Math.ulp(1.0) + " " + Math.nextUp(1.0f) + " " + Math.nextAfter(0.0, -1) + " " + Math.getExponent(1e100) + " " + Math.scalb(1.5, 10) + " " + Math.copySign(3.0, -0.0) + " " + Math.IEEEremainder(5, 3));
        System.out.println(StrictMath.sin(1) + " " + StrictMath.exp(1) + " " + StrictMath.pow(2, 0.5) + " " + StrictMath.log(10) + " " + StrictMath.atan2(1, -1) + " " + StrictMath.cbrt(2));
    }
}
