//@ run
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** StrictMath is fixed to the bit: hashes of many results. */
public class StrictMathBits {
    private static void hash(String name, DoubleUnaryOperator function) {
        Random random = new Random(5);
        long hash = 0;
        for (int i = 0; i < 3000; i++) {
            double x = switch (i % 5) {
                case 0 -> i * 0.1;
                case 1 -> random.nextDouble() * 40 - 20;
                case 2 -> random.nextDouble() * 2 - 1;
                case 3 -> i * (Math.PI / 4);
                default -> (random.nextDouble() - 0.5) * Math.scalb(1, random.nextInt(40) - 25);
            };
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x));
        }
        System.out.println(name + " " + Long.toHexString(hash));
    }

    public static void main(String[] args) {
        hash("sin", StrictMath::sin);
        hash("cos", StrictMath::cos);
        hash("tan", StrictMath::tan);
        hash("asin", x -> StrictMath.asin(x / 300));
        hash("acos", x -> StrictMath.acos(x / 300));
        hash("atan", StrictMath::atan);
        hash("atan2", x -> StrictMath.atan2(x, 3));
        hash("exp", StrictMath::exp);
        hash("expm1", StrictMath::expm1);
        hash("log", StrictMath::log);
        hash("log1p", StrictMath::log1p);
        hash("log10", StrictMath::log10);
        hash("sinh", StrictMath::sinh);
        hash("cosh", StrictMath::cosh);
        hash("tanh", StrictMath::tanh);
        hash("cbrt", StrictMath::cbrt);
        hash("pow", x -> StrictMath.pow(Math.abs(x), 2.5));
        hash("hypot", x -> StrictMath.hypot(x, 1.5));
        hash("IEEEremainder", x -> StrictMath.IEEEremainder(x, 0.7));
    }
}
