//@ verdict: verified
//@ states: 15
// Code of a class that a loader of the program's own has defined needs another class while schedules are explored: that loader is
// asked, once for each name, and in every execution anew.
import java.io.IOException;
import java.util.function.IntSupplier;

public class LoaderAskedForCode {
    public static class Helper {
        static int answer() {
            return 42;
        }
    }

    public static class Code implements IntSupplier {
        @Override
        public int getAsInt() {
            return Helper.answer();
        }
    }

    static class Loader extends ClassLoader {
        private final byte[] code, helper;
        int defined;

        Loader(byte[] code, byte[] helper) {
            super(LoaderAskedForCode.class.getClassLoader());
            this.code = code;
            this.helper = helper;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            byte[] bytes = name.endsWith("$Code") ? code : name.endsWith("$Helper") ? helper : null;
            if (bytes == null) {
                return super.loadClass(name);
            }
            defined++;
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static byte[] bytes(String name) throws IOException {
        try (var in = LoaderAskedForCode.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        byte[] code = bytes("LoaderAskedForCode$Code.class"), helper = bytes("LoaderAskedForCode$Helper.class");
        Thread other = new Thread(() -> flag = true);
        other.start();
        Loader loader = new Loader(code, helper);
        Class<?> mine = Class.forName("LoaderAskedForCode$Code", true, loader);
        assert mine != Code.class && mine.getClassLoader() == loader;
        IntSupplier supplier = (IntSupplier) mine.getDeclaredConstructor().newInstance();
        assert loader.defined == 1;
        if (flag) {
            assert supplier.getAsInt() == 42;
        }
        assert supplier.getAsInt() == 42;
        assert loader.defined == 2;
        assert Class.forName("LoaderAskedForCode$Code", false, loader) == mine && loader.defined == 2;
        other.join();
    }
}
