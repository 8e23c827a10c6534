//@ verdict: assertion

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Whether a class is initialized can be asked for, and the answer depends on the schedule even where no initializer runs: the
 * thread sets the flag first. JDK 25 has no way to ask; there the class counts as not initialized.
 */
public class ClassObserved {
    static class Late {
        static void touch() {}
    }

    static volatile boolean flag;

    static boolean isOpen() throws Exception {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field unsafe = type.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            Method ask = type.getMethod("shouldBeInitialized", Class.class);
            return (boolean) ask.invoke(unsafe.get(null), Late.class);
        } catch (NoSuchMethodException none) {
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        isOpen();
        new Thread(() -> {
            flag = true;
            Late.touch();
        }).start();
        boolean set = flag;
        assert !(set && isOpen()); //~ ASSERTION
    }
}
