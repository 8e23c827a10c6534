//@ run
/** java.lang.Math: rounding, exact arithmetic, floor division, roots and powers with exact results. */
public class MathFunctions {
    interface Op {
        Object get();
    }

    static void show(String name, Op op) {
        try {
            System.out.println(name + " = " + op.get());
        } catch (ArithmeticException e) {
            System.out.println(name + " ! " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (double d : new double[] {2.5, -2.5, 3.5, 0.49999999999999994, -0.5, 1e18, Double.NaN, 4503599627370497.5}) {
            System.out.println(d + ": " + Math.round(d) + " " + Math.rint(d) + " " + Math.floor(d) + " " + Math.ceil(d) + " " + Math.abs(d) + " " + Math.signum(d));
        }
        System.out.println(Math.round(2.5f) + " " + Math.round(-0.5f) + " " + Math.round(Float.MAX_VALUE) + " " + Math.abs(Integer.MIN_VALUE));
        show("addExact", () -> Math.addExact(Integer.MAX_VALUE, 1));
        show("addExact", () -> Math.addExact(5L, 6L));
        show("multiplyExact", () -> Math.multiplyExact(1L << 40, 1L << 30));
        show("multiplyExact", () -> Math.multiplyExact(1 << 20, 1 << 10));
        show("subtractExact", () -> Math.subtractExact(Integer.MIN_VALUE, 1));
        show("negateExact", () -> Math.negateExact(Long.MIN_VALUE));
        show("toIntExact", () -> Math.toIntExact(1L << 31));
        show("incrementExact", () -> Math.incrementExact(Integer.MAX_VALUE));
        show("absExact", () -> Math.absExact(Integer.MIN_VALUE));
        show("floorDiv", () -> Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7, -2) + " " + Math.floorDiv(Integer.MIN_VALUE, -1));
        show("floorDiv by zero", () -> Math.floorDiv(1, 0));
        show("multiplyHigh", () -> Math.multiplyHigh(Long.MAX_VALUE, Long.MAX_VALUE) + " " + Math.multiplyHigh(-5L, 7L));
        System.out.println(Math.max(-0.0, 0.0) + " " + Math.min(-0.0, 0.0) + " " + Math.max(Double.NaN, 1) + " " + Math.max(3, 7L) + " " + Math.min(2f, Float.NaN));
        System.out.println(Math.sqrt(16) + " " + Math.sqrt(-1) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4) + " " + Math.pow(2, 10) + " " + Math.pow(0, 0) + " " + Math.pow(-8, 1.0 / 3) + " " + Math.pow(2, -1074));
        System.out.println(Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(-0.0) + " " + Math.atan2(0, -1) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.log10(1000) + " " + Math.log(0) + " " + Math.log1p(0) + " " + Math.toDegrees(Math.PI));
        System.out.println(Math.asin(2) + " " + Math.acos(1) + " " + Math.sinh(0) + " " + Math.tanh(100) + " " + Math.expm1(0));
        System.out.printf("%.10f %.10f %.10f %.10f%n", Math.sin(1), Math.cos(2), Math.exp(1.5), Math.log(7));
    }
}
