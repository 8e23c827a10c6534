package gov.nasa.jpf.vm;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The part of Java PathFinder's choice API that programs here use. On a real JVM choices are random; under the
 * checker every answer is explored.
 */
public final class Verify {
    private Verify() { }

    public static boolean getBoolean() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    public static int getInt(int min, int max) {
        return ThreadLocalRandom.current().nextInt(min, max + 1);
    }

    public static int getIntFromList(int... values) {
        return values[ThreadLocalRandom.current().nextInt(values.length)];
    }

    public static long getLongFromList(long... values) {
        return values[ThreadLocalRandom.current().nextInt(values.length)];
    }

    public static float getFloatFromList(float... values) {
        return values[ThreadLocalRandom.current().nextInt(values.length)];
    }

    public static double getDoubleFromList(double... values) {
        return values[ThreadLocalRandom.current().nextInt(values.length)];
    }

    /** What the configuration says. The checker has none, so it must not answer. */
    public static int getInt(String key) {
        return key.length();
    }

    /** Drops every execution in which {@code condition} holds. */
    public static void ignoreIf(boolean condition) {
        if (condition) {
            System.exit(0);
        }
    }

    public static void beginAtomic() { }

    public static void endAtomic() { }
}
