//@ verdict: assertion
import java.lang.ref.Cleaner;

// A cleaner may run right after a collection.
public class CleansAnyTime {
    static volatile boolean cleaned;

    static void register(Cleaner cleaner) {
        cleaner.register(new Object(), () -> cleaned = true);
    }

    public static void main(String[] args) {
        register(Cleaner.create());
        System.gc();
        assert !cleaned; //~ ASSERTION
    }
}
