//@ run
/** Shortest decimal output of doubles and floats, radix conversions, hexadecimal floats. */
public class NumberToString {
    public static void main(String[] args) {
        double[] ds = {1, 0.1, 100, 1e7, 9999999.5, 12345678.9, 1e21, 1e22, 1e23, 123456789012345680.0, 4.35, 0.001, 0.00099, 3.0e-5, 1.0E-300, Math.PI, Math.E, 1.0 / 3, 2e-3, 1.7976931348623157e308, 5e-324, -0.0, 8.41e21, 2.2250738585072014E-308};
        for (double d : ds) {
            System.out.println(d + " " + Double.toHexString(d));
        }
        float[] fs = {1f, 0.1f, 1e7f, 1e-3f, 3.4e38f, 1.1f, 16777216f, 33554432f, 1.4e-45f, 0.3f, 123456.79f, 8.5e9f};
        for (float f : fs) {
            System.out.println(f + " " + Float.toHexString(f));
        }
        System.out.println(Integer.toString(-255, 16) + " " + Integer.toHexString(-255) + " " + Integer.toOctalString(8) + " " + Integer.toBinaryString(10) + " " + Integer.toUnsignedString(-1) + " " + Integer.toString(35, 36) + " " + Integer.toString(5, 99));
        System.out.println(Long.toString(Long.MIN_VALUE, 2) + " " + Long.toHexString(Long.MIN_VALUE) + " " + Long.toUnsignedString(-1L) + " " + Long.toString(Long.MIN_VALUE) + " " + Long.toUnsignedString(-1L, 16));
        System.out.println(Integer.MIN_VALUE + " " + Short.MIN_VALUE + " " + Byte.MAX_VALUE + " " + (int) Character.MAX_VALUE);
        System.out.println(Byte.toString((byte) -7) + Short.toString((short) 300) + Boolean.toString(true) + Character.toString(0x41));
    }
}
