//@ verdict: assertion
// Unsafe writes a static final field that another thread reads.
import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class StaticFinalWritten {
    static final Integer CONSTANT = Integer.valueOf(args());

    static int args() {
        return 1;
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws Exception {
        Field theUnsafe = Unsafe.class.getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        Unsafe unsafe = (Unsafe) theUnsafe.get(null);
        Field field = StaticFinalWritten.class.getDeclaredField("CONSTANT");
        Object base = unsafe.staticFieldBase(field);
        long offset = unsafe.staticFieldOffset(field);
        new Thread(() -> unsafe.putObject(base, offset, Integer.valueOf(2))).start();
        int first = CONSTANT;
        int second = CONSTANT;
        assert first == second; //~ ASSERTION
    }
}
