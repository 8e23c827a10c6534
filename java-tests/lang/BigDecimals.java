//@ run
/** BigDecimal: scale, rounding modes, precision, string forms. */
import java.math.*;

public class BigDecimals {
    public static void main(String[] args) {
        BigDecimal a = new BigDecimal("123.4500"), b = new BigDecimal("-0.007");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.scale() + " " + a.precision() + " " + a.unscaledValue() + " " + a.stripTrailingZeros() + " " + a.negate());
        for (RoundingMode m : RoundingMode.values()) {
            if (m != RoundingMode.UNNECESSARY) {
                System.out.println(m + " " + new BigDecimal("2.5").setScale(0, m) + " " + new BigDecimal("-2.5").setScale(0, m) + " " + new BigDecimal("1.15").setScale(1, m) + " " + new BigDecimal("-1.1").setScale(0, m));
            }
        }
        System.out.println(BigDecimal.ONE.divide(new BigDecimal(3), 10, RoundingMode.HALF_UP) + " " + BigDecimal.TEN.divide(new BigDecimal(4)) + " " + BigDecimal.ONE.divide(new BigDecimal(7), MathContext.DECIMAL64) + " " + a.divideToIntegralValue(b) + " " + a.remainder(b));
        System.out.println(a.equals(new BigDecimal("123.45")) + " " + a.compareTo(new BigDecimal("123.45")) + " " + a.hashCode() + " " + new BigDecimal("123.45").hashCode());
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1E+5") + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("1E+5").toEngineeringString() + " " + new BigDecimal("0.00000001") + " " + new BigDecimal("123E-10").toEngineeringString());
        System.out.println(a.movePointLeft(5) + " " + a.movePointRight(6) + " " + a.scaleByPowerOfTen(3) + " " + a.pow(3) + " " + a.round(new MathContext(3)) + " " + a.ulp() + " " + new BigDecimal(2).sqrt(new MathContext(20)) + " " + a.plus(new MathContext(2)));
        System.out.println(a.intValue() + " " + a.toBigInteger() + " " + b.doubleValue() + " " + a.signum() + b.signum() + " " + a.max(b) + " " + new BigDecimal("1e400").doubleValue());
        for (Runnable r : new Runnable[] {() -> BigDecimal.ONE.divide(new BigDecimal(3)), () -> BigDecimal.ONE.divide(BigDecimal.ZERO), () -> BigDecimal.ZERO.divide(BigDecimal.ZERO), () -> a.setScale(1), () -> a.intValueExact(), () -> new BigDecimal("abc"), () -> new BigDecimal(Double.NaN)}) {
            try {
                r.run();
                System.out.println("fine");
            } catch (ArithmeticException | NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < 10; i++) {
            sum = sum.add(new BigDecimal("0.1"));
        }
        System.out.println(sum + " " + sum.equals(BigDecimal.ONE) + " " + (sum.compareTo(BigDecimal.ONE) == 0));
    }
}
