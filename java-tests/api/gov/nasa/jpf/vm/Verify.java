package gov.nasa.jpf.vm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The interface of Java PathFinder to programs, all of it. On a real JVM choices are random and counters are variables; what
 * only PathFinder can do is refused. Under the checker none of this code runs, but for {@code isCalledFromClass} and
 * {@code log}.
 */
public class Verify {
    public static final int NO_VALUE = -1;
    public static final int SEVERE = 1;
    public static final int WARNING = 2;
    public static final int INFO = 3;
    public static final int FINE = 4;
    public static final int FINER = 5;
    public static final int FINEST = 6;

    private static final Map<Integer, Integer> COUNTERS = new HashMap<>();
    private static final Map<String, Integer> VALUES = new HashMap<>();
    private static final List<Long> BITS = new ArrayList<>();

    private static UnsupportedOperationException onlyChecked() {
        return new UnsupportedOperationException("only under a checker");
    }

    private static int below(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    // Choices.

    public static boolean getBoolean() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    public static boolean getBoolean(boolean falseFirst) {
        return getBoolean();
    }

    public static boolean randomBool() {
        return getBoolean();
    }

    public static int getInt(int min, int max) {
        return (int) ThreadLocalRandom.current().nextLong(Math.min(min, max), Math.max(min, max) + 1L);
    }

    public static int random(int max) {
        return getInt(0, max);
    }

    public static int getIntFromList(int... values) {
        return values[below(values.length)];
    }

    public static int getIntFromSet(int... values) {
        return getIntFromList(values);
    }

    public static long getLongFromList(long... values) {
        return values[below(values.length)];
    }

    public static long getLongFromSet(long... values) {
        return getLongFromList(values);
    }

    public static float getFloatFromList(float... values) {
        return values[below(values.length)];
    }

    public static float getFloatFromSet(float... values) {
        return getFloatFromList(values);
    }

    public static double getDoubleFromList(double... values) {
        return values[below(values.length)];
    }

    public static double getDoubleFromSet(double... values) {
        return getDoubleFromList(values);
    }

    /** What the configuration says. Here there is none. */
    public static int getInt(String key) {
        return below(10);
    }

    public static double getDouble(String key) {
        return below(10);
    }

    public static Object getObject(String key) {
        throw onlyChecked();
    }

    public static Object randomObject(String type) {
        throw onlyChecked();
    }

    public static long getBitFlip(long value, int flips, int width) {
        long flipped = value;
        while (Long.bitCount(value ^ flipped) < flips) {
            flipped ^= 1L << below(width);
        }
        return flipped;
    }

    public static long getBitFlip(long value, int flips) {
        return getBitFlip(value, flips, 64);
    }

    public static int getBitFlip(int value, int flips) {
        return (int) getBitFlip((long) value, flips, 32);
    }

    public static short getBitFlip(short value, int flips) {
        return (short) getBitFlip((long) value, flips, 16);
    }

    public static char getBitFlip(char value, int flips) {
        return (char) getBitFlip((long) value, flips, 16);
    }

    public static byte getBitFlip(byte value, int flips) {
        return (byte) getBitFlip((long) value, flips, 8);
    }

    public static int breakTransition(String reason, int min, int max) {
        return getInt(min, max);
    }

    public static void breakTransition(String reason) { }

    /** Drops every execution in which {@code condition} holds. */
    public static void ignoreIf(boolean condition) {
        if (condition) {
            System.exit(0);
        }
    }

    public static void beginAtomic() { }

    public static void endAtomic() { }

    // Outside of the state.

    public static synchronized int getCounter(int id) {
        return COUNTERS.getOrDefault(id, 0);
    }

    public static synchronized void setCounter(int id, int value) {
        COUNTERS.put(id, value);
    }

    public static synchronized void resetCounter(int id) {
        COUNTERS.remove(id);
    }

    public static synchronized int incrementCounter(int id) {
        return COUNTERS.merge(id, 1, Integer::sum);
    }

    public static synchronized void putValue(String key, int value) {
        VALUES.put(key, value);
    }

    public static synchronized int getValue(String key) {
        return VALUES.getOrDefault(key, NO_VALUE);
    }

    public static synchronized void setBitInBitSet(int id, int bit, boolean value) {
        BITS.remove(((long) id << 32) + bit);
        if (value) {
            BITS.add(((long) id << 32) + bit);
        }
    }

    public static synchronized boolean getBitInBitSet(int id, int bit) {
        return BITS.contains(((long) id << 32) + bit);
    }

    // Output.

    public static void assertTrue(boolean condition) {
        if (!condition) {
            throw new AssertionError("Verify.assertTrue failed");
        }
    }

    public static void assertTrue(String message, boolean condition) {
        if (!condition) {
            System.out.println(message);
        }
        assertTrue(condition);
    }

    public static void print(String text) {
        System.out.print(text);
    }

    public static void print(String text, int value) {
        System.out.print(text + " : " + value);
    }

    public static void print(String text, boolean value) {
        System.out.print(text + " : " + value);
    }

    public static void print(String... texts) {
        System.out.print(String.join("", texts));
    }

    public static void println() {
        System.out.println();
    }

    public static void println(String text) {
        System.out.println(text);
    }

    public static void threadPrint(String text) {
        System.out.print(Thread.currentThread().getName() + ": " + text);
    }

    public static void threadPrintln(String text) {
        System.out.println(Thread.currentThread().getName() + ": " + text);
    }

    public static void printPathOutput(String message) {
        System.out.println(message);
    }

    public static void printPathOutput(boolean condition, String message) {
        if (condition) {
            printPathOutput(message);
        }
    }

    public static void addComment(String comment) { }

    public static void log(String logger, int level, String message) {
        System.err.println(message);
    }

    public static void log(String logger, int level, String message, String argument) {
        System.err.println(message + argument);
    }

    public static void log(String logger, int level, String format, Object... arguments) {
        System.err.printf(format, arguments);
    }

    // Questions.

    public static boolean isRunningInJPF() {
        return false;
    }

    public static boolean vmIsMatchingStates() {
        return false;
    }

    public static boolean isTraceReplay() {
        return false;
    }

    public static long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    public static boolean isCalledFromClass(String name) {
        StackTraceElement[] stack = new Throwable().getStackTrace();
        try {
            return stack.length > 2 && Class.forName(name).isAssignableFrom(Class.forName(stack[2].getClassName()));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    public static void setProperties(String... settings) { }

    public static String getProperty(String key) {
        return null;
    }

    public static boolean isShared(Object object) {
        throw onlyChecked();
    }

    public static int getHeuristicSearchValue() {
        throw onlyChecked();
    }

    // Hints and marks.

    public static void boring(boolean condition) { }

    public static void interesting(boolean condition) { }

    public static void setHeuristicSearchValue(int value) { }

    public static void resetHeuristicSearchValue() { }

    public static void setShared(Object object, boolean shared) { }

    public static void freezeSharedness(Object object, boolean freeze) { }

    public static void atLabel(String label) { }

    public static void atLabel(int label) { }

    public static void instrumentPoint(String label) { }

    public static void instrumentPointDeep(String label) { }

    public static void instrumentPointDeepRecur(String label, int depth) { }

    public static void busyWait(long duration) { }

    // Only under PathFinder.

    public static void setPeerClass(Class<?> peer) {
        throw onlyChecked();
    }

    public static void terminateSearch() {
        throw onlyChecked();
    }

    public static void storeTrace(String file, String comment) {
        throw onlyChecked();
    }

    public static void storeTraceIf(boolean condition, String file, String comment) {
        if (condition) {
            throw onlyChecked();
        }
    }

    public static void storeTraceAndTerminate(String file, String comment) {
        throw onlyChecked();
    }

    public static void storeTraceAndTerminateIf(boolean condition, String file, String comment) {
        storeTraceIf(condition, file, comment);
    }

    public static <T> T createFromJSON(Class<T> type, String json) {
        throw onlyChecked();
    }

    public static void writeObjectToFile(Object object, String file) {
        throw onlyChecked();
    }

    public static <T> T readObjectFromFile(Class<T> type, String file) {
        throw onlyChecked();
    }

    public static void setFieldAttribute(Object object, String field, int value) {
        throw onlyChecked();
    }

    public static int getFieldAttribute(Object object, String field) {
        throw onlyChecked();
    }

    public static void addFieldAttribute(Object object, String field, int value) {
        throw onlyChecked();
    }

    public static int[] getFieldAttributes(Object object, String field) {
        throw onlyChecked();
    }

    public static void setLocalAttribute(String variable, int value) {
        throw onlyChecked();
    }

    public static int getLocalAttribute(String variable) {
        throw onlyChecked();
    }

    public static void addLocalAttribute(String variable, int value) {
        throw onlyChecked();
    }

    public static int[] getLocalAttributes(String variable) {
        throw onlyChecked();
    }

    public static void setElementAttribute(Object array, int index, int value) {
        throw onlyChecked();
    }

    public static int getElementAttribute(Object array, int index) {
        throw onlyChecked();
    }

    public static void addElementAttribute(Object array, int index, int value) {
        throw onlyChecked();
    }

    public static int[] getElementAttributes(Object array, int index) {
        throw onlyChecked();
    }

    public static void setObjectAttribute(Object object, int value) {
        throw onlyChecked();
    }

    public static int getObjectAttribute(Object object) {
        throw onlyChecked();
    }

    public static void addObjectAttribute(Object object, int value) {
        throw onlyChecked();
    }

    public static int[] getObjectAttributes(Object object) {
        throw onlyChecked();
    }
}
