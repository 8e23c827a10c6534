//@ verdict: verified
//@ states: 9
// Which of two classes of the same name a loader defines depends on the schedule, and code that refers to it by name calls the one that is
// there: what was resolved in one execution does not hold in another.
import java.util.function.IntSupplier;

public class RelinkedByTurns {
    static class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }

        boolean has(String name) {
            return findLoadedClass(name) != null;
        }
    }

    public static class User implements IntSupplier {
        @Override
        public int getAsInt() {
            return Value.value();
        }
    }

    public static class Value {
        static int value() {
            return 41;
        }
    }

    static volatile boolean flag;

    static byte[] bytesOf(String name) throws java.io.IOException {
        try (var in = RelinkedByTurns.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    /** The same class with 42 (bipush, ireturn). */
    static byte[] patched(byte[] bytes) {
        byte[] patched = bytes.clone();
        for (int i = 0; i + 2 < bytes.length; i++) {
            if (bytes[i] == 0x10 && bytes[i + 1] == 41 && bytes[i + 2] == (byte) 0xac) {
                patched[i + 1] = 42;
            }
        }
        return patched;
    }

    public static void main(String[] args) throws Exception {
        byte[] user = bytesOf("RelinkedByTurns$User");
        byte[] value = bytesOf("RelinkedByTurns$Value");
        byte[] other = patched(value);
        Loader loader = new Loader();
        loader.has("nothing");
        Thread setter = new Thread(() -> flag = true);
        setter.start();
        boolean early = flag;
        IntSupplier supplier = (IntSupplier) loader.define(user).getDeclaredConstructor().newInstance();
        loader.define(early ? other : value);
        assert supplier.getAsInt() == (early ? 42 : 41);
        setter.join();
    }
}
