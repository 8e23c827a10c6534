//@ verdict: verified
//@ states: 6 on 17, 4 on 25

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** The flag is set after the class is initialized, so who sees the flag finds the class initialized. */
public class ClassObservedLater {
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
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        isOpen();
        new Thread(() -> {
            Late.touch();
            flag = true;
        }).start();
        boolean set = flag;
        assert !(set && isOpen());
    }
}
