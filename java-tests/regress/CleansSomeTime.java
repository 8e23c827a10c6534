//@ verdict: verified
//@ states: 9411 on 17, 12589 on 25
import java.lang.ref.Cleaner;

// What was registered with a cleaner runs some time after a collection.
public class CleansSomeTime {
    static volatile boolean cleaned;

    static void register(Cleaner cleaner) {
        cleaner.register(new Object(), () -> cleaned = true);
    }

    public static void main(String[] args) {
        register(Cleaner.create());
        while (!cleaned) {
            System.gc();
        }
    }
}
