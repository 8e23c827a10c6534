//@ run
/** Bit twiddling and unsigned operations of Integer and Long. */
public class IntegerMethods {
    public static void main(String[] args) {
        for (int i : new int[] {0, 1, -1, 0x00f0, Integer.MIN_VALUE, 123456789}) {
            System.out.println(i + ": " + Integer.bitCount(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.highestOneBit(i) + " " + Integer.lowestOneBit(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " " + Integer.rotateLeft(i, 5) + " " + Integer.rotateRight(i, 5) + " " + Integer.signum(i));
        }
        for (long l : new long[] {0, 1, -1, 0xf0f0f0f000L, Long.MIN_VALUE}) {
            System.out.println(l + ": " + Long.bitCount(l) + " " + Long.numberOfLeadingZeros(l) + " " + Long.numberOfTrailingZeros(l) + " " + Long.highestOneBit(l) + " " + Long.reverse(l) + " " + Long.reverseBytes(l) + " " + Long.rotateLeft(l, 13) + " " + Long.hashCode(l));
        }
        System.out.println(Integer.divideUnsigned(-1, 10) + " " + Integer.remainderUnsigned(-1, 10) + " " + Integer.compareUnsigned(-1, 1) + " " + Integer.toUnsignedLong(-1));
        System.out.println(Long.divideUnsigned(-1L, 10) + " " + Long.remainderUnsigned(-1L, 10) + " " + Long.compareUnsigned(-1, 1) + " " + Long.divideUnsigned(-1L, -2L));
        System.out.println(Short.toUnsignedInt((short) -1) + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.reverseBytes((short) 0x1234) + " " + Character.reverseBytes('\u1234'));
        System.out.println(Integer.compare(3, 5) + " " + Integer.max(3, 5) + " " + Integer.sum(3, 5) + " " + Integer.MAX_VALUE + " " + Integer.SIZE + " " + Long.BYTES);
        System.out.println(Double.hashCode(1.5) + " " + Float.hashCode(1.5f) + " " + Boolean.hashCode(true) + " " + Character.hashCode('a') + " " + Byte.hashCode((byte) -1));
        System.out.println(Double.isNaN(0.0 / 0) + " " + Double.isFinite(1 / 0.0) + " " + Double.compare(Double.NaN, Double.POSITIVE_INFINITY) + " " + Float.compare(-0f, 0f));
        System.out.println(Boolean.logicalXor(true, false) + " " + Boolean.compare(true, false));
    }
}
