//@ run
/** Parsing of numbers, accepted forms and the messages of refused ones. */
public class ParseNumbers {
    interface Op {
        Object get();
    }

    static void show(Op op) {
        try {
            System.out.println(op.get());
        } catch (NumberFormatException | NullPointerException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (String s : new String[] {"0", "-0", "+17", "2147483647", "2147483648", "-2147483648", "", " 1", "1_000", "0x10", "-", "\uff19"}) {
            show(() -> Integer.parseInt(s));
        }
        show(() -> Integer.parseInt(null));
        show(() -> Integer.parseInt("zz", 36));
        show(() -> Integer.parseInt("1", 1));
        show(() -> Integer.parseInt("9", 8));
        show(() -> Integer.decode("0x7f") + " " + Integer.decode("-010") + " " + Integer.decode("#ff"));
        show(() -> Integer.parseUnsignedInt("4294967295"));
        show(() -> Integer.parseUnsignedInt("-1"));
        show(() -> Long.parseLong("-9223372036854775808"));
        show(() -> Long.parseLong("9223372036854775808"));
        show(() -> Long.parseLong("12L"));
        show(() -> Byte.parseByte("128"));
        show(() -> Short.parseShort("-32769"));
        for (String s : new String[] {"1", " 1.5e3 ", "-.5", "1.", "1e400", "-1e-400", "NaN", "-Infinity", "0x1.8p1", "1f", "1d", "1,5", "", "e5", "1e", "0.1e-1"}) {
            show(() -> Double.parseDouble(s));
        }
        show(() -> Double.parseDouble(null));
        show(() -> Double.valueOf("4.9e-324") + " " + Double.valueOf("2.4703282292062327e-324") + " " + Double.valueOf("2.4703282292062328e-324"));
        show(() -> Float.parseFloat("3.4028236e38") + " " + Float.parseFloat("1.17549435E-38f") + " " + Float.parseFloat("0.1"));
        show(() -> Double.parseDouble("123456789012345678901234567890.123456789"));
        show(() -> Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Boolean.parseBoolean(null));
        show(() -> new java.math.BigInteger("12a"));
        show(() -> new java.math.BigDecimal("1e"));
    }
}
