//@ verdict: verified
//@ states: 15
// A class loader of the program's own, made while schedules are explored, defines a class that implements an interface of its parent.
import java.util.function.IntSupplier;

public class LoaderInSearch {
    static class Loader extends ClassLoader {
        Loader() {
            super(LoaderInSearch.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public interface Plugin extends IntSupplier {
    }

    public static class Answer implements Plugin {
        static int count;

        @Override
        public int getAsInt() {
            return ++count;
        }
    }

    static volatile boolean flag;

    static int once(byte[] bytes) {
        try {
            Class<?> mine = new Loader().define(bytes);
            assert mine != Answer.class && mine.getName().equals("LoaderInSearch$Answer");
            Plugin plugin = (Plugin) mine.getDeclaredConstructor().newInstance();
            return plugin.getAsInt();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (var in = LoaderInSearch.class.getResourceAsStream("LoaderInSearch$Answer.class")) {
            bytes = in.readAllBytes();
        }
        Thread other = new Thread(() -> flag = true);
        other.start();
        assert once(bytes) == 1;
        if (flag) {
            assert once(bytes) == 1;
        }
        other.join();
        assert once(bytes) == 1;
    }
}
