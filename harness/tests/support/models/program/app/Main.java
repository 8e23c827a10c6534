package app;

import java.util.Random;
import java.util.StringJoiner;
import java.util.UUID;

/** Uses what models stand for. */
public class Main {
    static UUID first;
    static UUID second;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "all" -> all();
            case "race" -> twice(args);
            case "left-out" -> System.out.println(new Meter().reset());
            case "failing" -> fail();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static void fail() {
        assert new Random(0).nextInt(3) != 2 : "two";
    }

    static void all() throws Exception {
        System.out.println(UUID.randomUUID() + " " + new Random(5).nextInt(3) + " " + Device.count());
        byte[] bytes = new byte[2];
        System.out.println(new Device(7).read(bytes, 1L << 40) + " " + bytes[0] + " " + new Device(8).name());
        System.out.println(new StringJoiner("-").add("a").add("b"));
        Meter meter = new Meter();
        System.out.println(meter + " " + meter.value() + " " + Meter.class.getDeclaredFields().length);
        StringBuffer text = new StringBuffer("abc");
        System.out.println(text.length() + " " + Thread.holdsLock(text) + " " + System.nanoTime());
        Object byReflection = UUID.class.getMethod("randomUUID").invoke(null);
        System.out.println(byReflection + " " + UUID.class.getMethod("randomUUID").getDeclaringClass().getName());
    }

    /** Two threads ask for a number each: they differ if the model sees to it. */
    static void twice(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> first = UUID.randomUUID());
        other.start();
        second = UUID.randomUUID();
        other.join();
        assert !first.equals(second) : first;
    }
}
