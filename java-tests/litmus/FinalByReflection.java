//@ verdict: verified
//@ outcomes: 00 01 11
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 7 on 17, 10 on 25
import java.lang.reflect.Field;

/** A final field that reflection writes is no constant. */
public class FinalByReflection {
    final int value;
    static volatile int between;

    FinalByReflection() {
        value = Integer.parseInt("0");
    }

    public static void main(String[] args) throws Exception {
        FinalByReflection shared = new FinalByReflection();
        Field field = FinalByReflection.class.getDeclaredField("value");
        field.setAccessible(true);
        field.setInt(shared, 0);
        Thread t = new Thread(() -> {
            try {
                field.setInt(shared, 1);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        int first = shared.value;
        between = 1;
        int second = shared.value;
        t.join();
        Outcome.is("" + first + second, args);
    }
}
