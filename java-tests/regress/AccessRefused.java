//@ verdict: uncaught java.lang.IllegalAccessError
//@ flags: --all
// An instruction finds a class that its own thread has been given by a loader, and fails all the same. That it was found says
// nothing about the thread that comes next.
import java.io.InputStream;

public class AccessRefused {
    static volatile int seen;

    public static class Code implements Runnable {
        @Override
        public void run() {
            hidden(); //~ UNCAUGHT
        }
    }

    static void hidden() {
    }

    static class Loader extends ClassLoader {
        private final byte[] code;

        Loader(byte[] code) {
            super(AccessRefused.class.getClassLoader());
            this.code = code;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return name.endsWith("$Code") ? defineClass(name, code, 0, code.length) : super.loadClass(name);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] code;
        try (InputStream in = AccessRefused.class.getResourceAsStream("AccessRefused$Code.class")) {
            code = in.readAllBytes();
        }
        Runnable mine =
            (Runnable) new Loader(code).loadClass("AccessRefused$Code").getDeclaredConstructor().newInstance();
        new Thread(() -> seen = 1).start();
        mine.run();
    }
}
