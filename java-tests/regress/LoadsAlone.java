//@ verdict: verified
//@ revisions: loader proxy memory fails
//@[loader] args: loader
//@[proxy] args: proxy
//@[memory] args: memory
//@[fails] args: fails
//@[loader] states: 1
//@[proxy] states: 1
//@[memory] states: 1
//@[fails] states: 3
// A program with one thread, which does all that a search keeps in its state: what it has defined before it ends has not happened
// when the search begins.
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.function.IntSupplier;

public class LoadsAlone {
    public static class Code implements IntSupplier {
        static int calls;

        @Override
        public int getAsInt() {
            return ++calls;
        }
    }

    static class Loader extends ClassLoader {
        private final byte[] code;
        int defined;

        Loader(byte[] code) {
            super(LoadsAlone.class.getClassLoader());
            this.code = code;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.endsWith("$Code")) {
                return super.loadClass(name);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            defined++;
            return defineClass(name, code, 0, code.length);
        }
    }

    static void load() throws Exception {
        byte[] code;
        try (var in = LoadsAlone.class.getResourceAsStream("LoadsAlone$Code.class")) {
            code = in.readAllBytes();
        }
        Loader loader = new Loader(code);
        for (int round = 1; round <= 2; round++) {
            Class<?> mine = Class.forName("LoadsAlone$Code", true, loader);
            IntSupplier supplier = (IntSupplier) mine.getDeclaredConstructor().newInstance();
            assert supplier.getAsInt() == round && loader.defined == 1 && Code.calls == 0;
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "loader" -> load();
            case "proxy" -> {
                IntSupplier supplier = (IntSupplier) Proxy.newProxyInstance(
                    LoadsAlone.class.getClassLoader(), new Class<?>[] {IntSupplier.class}, (proxy, method, given) -> 5);
                assert supplier.getAsInt() == 5;
            }
            case "memory" -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(8);
                buffer.putInt(0, 7);
                assert buffer.getInt(0) == 7;
            }
            default -> {
                load();
                Object lock = new Object();
                synchronized (lock) {
                    // The run that is tried ends here.
                    lock.wait(1);
                }
                load();
            }
        }
    }
}
