//@ run
/** BigInteger: arithmetic, bits, modular operations, primes, conversions. */
import java.math.BigInteger;

public class BigIntegers {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(-987654321);
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(b.negate()) + " " + a.remainder(b));
        System.out.println(java.util.Arrays.toString(b.divideAndRemainder(BigInteger.valueOf(1000))) + " " + b.mod(BigInteger.TEN) + " " + b.pow(5) + " " + a.negate().abs().equals(a) + " " + a.signum() + b.signum());
        System.out.println(a.gcd(BigInteger.valueOf(90)) + " " + BigInteger.TWO.modPow(BigInteger.valueOf(1000), BigInteger.valueOf(1_000_007)) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " " + a.sqrt());
        System.out.println(a.shiftLeft(70) + " " + a.shiftRight(40) + " " + b.shiftRight(3) + " " + a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + " " + b.andNot(a));
        System.out.println(a.bitLength() + " " + a.bitCount() + " " + a.testBit(3) + " " + a.setBit(200).bitLength() + " " + a.getLowestSetBit() + " " + BigInteger.ZERO.bitLength());
        System.out.println(a.toString(16) + " " + a.toString(36) + " " + new BigInteger("-zz", 36) + " " + new BigInteger(1, new byte[] {-1, -1}) + " " + java.util.Arrays.toString(b.toByteArray()));
        System.out.println(a.intValue() + " " + a.longValue() + " " + a.doubleValue() + " " + a.floatValue() + " " + a.hashCode() + " " + a.compareTo(b) + " " + a.max(b).equals(a));
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) {
            f = f.multiply(BigInteger.valueOf(i));
        }
        System.out.println(f);
        System.out.println(BigInteger.valueOf(97).isProbablePrime(10) + " " + BigInteger.valueOf(91).isProbablePrime(10) + " " + BigInteger.valueOf(100).nextProbablePrime());
        BigInteger big = BigInteger.ONE.shiftLeft(1500).subtract(BigInteger.ONE);
        System.out.println(big.multiply(big).mod(a) + " " + big.toString().length() + " " + big.pow(2).bitLength());
        for (Runnable r : new Runnable[] {() -> a.divide(BigInteger.ZERO), () -> a.longValueExact(), () -> a.mod(BigInteger.ZERO), () -> a.pow(-1), () -> BigInteger.TWO.modInverse(BigInteger.valueOf(4)), () -> new BigInteger("")}) {
            try {
                r.run();
            } catch (ArithmeticException | NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
