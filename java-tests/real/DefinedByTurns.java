//@ verdict: assertion
// A class is defined from bytes by one thread, and another one asks whether it is there: both answers are found, and a class that
// was defined in one execution is not there in another.
import java.lang.reflect.Method;

public class DefinedByTurns {
    static class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }

        Class<?> loaded(String name) {
            return findLoadedClass(name);
        }
    }

    static class Small {
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (var in = DefinedByTurns.class.getResourceAsStream("DefinedByTurns$Small.class")) {
            bytes = in.readAllBytes();
        }
        Loader loader = new Loader();
        loader.loaded("nothing");
        Thread other = new Thread(() -> loader.define(bytes));
        other.start();
        Class<?> early = loader.loaded("DefinedByTurns$Small");
        other.join();
        Class<?> late = loader.loaded("DefinedByTurns$Small");
        assert late != null && late != Small.class && late.getClassLoader() == loader;
        assert early == null || early == late;
        assert early != null; //~ ASSERTION
    }
}
