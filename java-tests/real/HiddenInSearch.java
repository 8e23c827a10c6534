//@ verdict: verified
//@ states: 7
// Hidden classes from bytes: two of the same bytes are two classes, each with its own static fields.
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

public class HiddenInSearch {
    static class Counter {
        static int count;

        Counter() {
            count++;
        }

        @Override
        public String toString() {
            return "" + count;
        }
    }

    static volatile boolean flag;

    static Object make(byte[] bytes) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
        var constructor = lookup.lookupClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        constructor.newInstance();
        return constructor.newInstance();
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream in = HiddenInSearch.class.getResourceAsStream("HiddenInSearch$Counter.class")) {
            bytes = in.readAllBytes();
        }
        Thread other = new Thread(() -> flag = true);
        other.start();
        Object one = make(bytes);
        Object two = make(bytes);
        assert one.getClass() != two.getClass() && one.getClass().isHidden();
        assert !one.getClass().getName().equals(two.getClass().getName());
        other.join();
        assert one.toString().equals("2") && two.toString().equals("2");
    }
}
