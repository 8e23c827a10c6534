//@ verdict: assertion
// What a loader of the program's own answers depends on another thread: code that needs a class gets it, or an error that says why
// there is none, and an answer of one execution is none in another.
import java.io.IOException;
import java.util.function.IntSupplier;

public class LoaderAnswersByTurns {
    public static class Helper {
        static int answer() {
            return 1;
        }
    }

    public static class Code implements IntSupplier {
        @Override
        public int getAsInt() {
            try {
                return Helper.answer();
            } catch (NoClassDefFoundError e) {
                assert e.getCause() instanceof ClassNotFoundException && "not yet".equals(e.getCause().getMessage());
                return 0;
            }
        }
    }

    static class Loader extends ClassLoader {
        private final byte[] code;

        Loader(byte[] code) {
            super(LoaderAnswersByTurns.class.getClassLoader());
            this.code = code;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (name.endsWith("$Helper") && !flag) {
                throw new ClassNotFoundException("not yet");
            }
            return name.endsWith("$Code") ? defineClass(name, code, 0, code.length) : super.loadClass(name);
        }
    }

    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        byte[] code;
        try (var in = LoaderAnswersByTurns.class.getResourceAsStream("LoaderAnswersByTurns$Code.class")) {
            code = in.readAllBytes();
        }
        Thread other = new Thread(() -> flag = true);
        other.start();
        Class<?> mine = Class.forName("LoaderAnswersByTurns$Code", true, new Loader(code));
        IntSupplier supplier = (IntSupplier) mine.getDeclaredConstructor().newInstance();
        boolean early = flag;
        int answer;
        try {
            answer = supplier.getAsInt();
        } catch (IllegalAccessError e) {
            // The helper is found, in another run-time package.
            answer = 1;
        }
        assert !early || answer == 1;
        assert answer == 1; //~ ASSERTION
    }
}
