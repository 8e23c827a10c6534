import java.util.Arrays;
import java.util.Random;

/** Calls methods twice, through a host and directly, and compares. The test adds the methods. */
public class Agreement {
    interface Call {
        Object apply(Object[] arguments) throws Throwable;
    }

    private static final Random RANDOM = new Random(42);
    private static int calls, differences;

    public static void main(String[] args) {
        all(Integer.parseInt(args[0]));
        System.out.println(calls + " calls, " + differences + " differences");
    }

    private static void compare(String name, Call host, Call direct, int rounds, String... types) {
        for (int round = 0; round < rounds; round++) {
            long seed = RANDOM.nextLong();
            Object[] first = arguments(types, seed), second = arguments(types, seed);
            String before = show(first);
            String hosted = outcome(host, first), real = outcome(direct, second);
            calls++;
            if (!hosted.equals(real)) {
                differences++;
                System.out.println(name + before + ": host " + hosted + ", bytecode " + real);
            }
        }
    }

    private static String outcome(Call call, Object[] arguments) {
        String result;
        try {
            result = show(call.apply(arguments));
        } catch (Throwable thrown) {
            result = thrown.getClass().getName() + ": " + thrown.getMessage();
        }
        return result + " " + show(arguments);
    }

    private static String show(Object value) {
        if (value instanceof Object[] array) {
            StringBuilder all = new StringBuilder("(");
            for (Object element : array) {
                all.append(show(element)).append(' ');
            }
            return all + ")";
        }
        if (value instanceof float[] array) {
            StringBuilder all = new StringBuilder("f[");
            for (float element : array) {
                all.append(Float.floatToIntBits(element)).append(' ');
            }
            return all + "]";
        }
        if (value instanceof double[] array) {
            StringBuilder all = new StringBuilder("d[");
            for (double element : array) {
                all.append(Double.doubleToLongBits(element)).append(' ');
            }
            return all + "]";
        }
        if (value instanceof Double number) return "d" + Double.doubleToLongBits(number);
        if (value instanceof Float number) return "f" + Float.floatToIntBits(number);
        if (value instanceof boolean[] array) return Arrays.toString(array);
        if (value instanceof byte[] array) return Arrays.toString(array);
        if (value instanceof char[] array) return Arrays.toString(array);
        if (value instanceof short[] array) return Arrays.toString(array);
        if (value instanceof int[] array) return Arrays.toString(array);
        if (value instanceof long[] array) return Arrays.toString(array);
        return String.valueOf(value);
    }

    private static Object[] arguments(String[] types, long seed) {
        Random random = new Random(seed);
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i], random);
        }
        return arguments;
    }

    private static Object argument(String type, Random random) {
        int length = random.nextInt(5);
        switch (type) {
            case "boolean": return random.nextBoolean();
            case "byte": return (byte) small(random);
            case "char": return (char) small(random);
            case "short": return (short) small(random);
            case "int": return small(random);
            case "long": return random.nextBoolean() ? small(random) : random.nextLong();
            case "float": return (float) real(random);
            case "double": return real(random);
            case "String": return text(random);
            case "boolean[]": { boolean[] a = new boolean[length]; for (int i = 0; i < length; i++) a[i] = random.nextBoolean(); return a; }
            case "byte[]": { byte[] a = new byte[length]; for (int i = 0; i < length; i++) a[i] = (byte) small(random); return a; }
            case "char[]": { char[] a = new char[length]; for (int i = 0; i < length; i++) a[i] = (char) small(random); return a; }
            case "short[]": { short[] a = new short[length]; for (int i = 0; i < length; i++) a[i] = (short) small(random); return a; }
            case "int[]": { int[] a = new int[length]; for (int i = 0; i < length; i++) a[i] = small(random); return a; }
            case "long[]": { long[] a = new long[length]; for (int i = 0; i < length; i++) a[i] = random.nextLong(); return a; }
            case "float[]": { float[] a = new float[length]; for (int i = 0; i < length; i++) a[i] = (float) real(random); return a; }
            case "double[]": { double[] a = new double[length]; for (int i = 0; i < length; i++) a[i] = real(random); return a; }
            case "String[]": { String[] a = new String[length]; for (int i = 0; i < length; i++) a[i] = text(random); return a; }
            default: throw new IllegalArgumentException(type);
        }
    }

    /** A number that is often a small one, so that arrays and radixes are hit. */
    private static int small(Random random) {
        switch (random.nextInt(4)) {
            case 0: return random.nextInt(5);
            case 1: return random.nextInt(200) - 50;
            case 2: return random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE;
            default: return random.nextInt();
        }
    }

    private static double real(Random random) {
        double[] special = {0, -0.0, 1, -1, 0.5, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE};
        int which = random.nextInt(2 * special.length);
        return which < special.length ? special[which] : Double.longBitsToDouble(random.nextLong());
    }

    private static String text(Random random) {
        String[] special = {null, "", "0", "-17", "+7", "zz", "true", "1.5e3", "0x1p-3", "99999999999", "9223372036854775808", "straße", "\uD83D\uDE00"};
        int which = random.nextInt(special.length + 3);
        return which < special.length ? special[which] : Integer.toString(small(random), 2 + random.nextInt(30));
    }
}
