//@ verdict: assertion
//@ patient: verified
//@ revisions: atomic array map local nested
//@[atomic] args: atomic
//@[array] args: array
//@[map] args: map
//@[local] args: local
//@[nested] args: nested
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Much time may pass between two looks at the clock, wherever the first one is kept in the meantime. */
public class TimesKept {
    record Entry(String key, long[] times) { }

    static final AtomicLong ATOMIC = new AtomicLong();
    static final long[] ARRAY = new long[2];
    static final Map<String, Long> MAP = new HashMap<>();
    static final ThreadLocal<Long> LOCAL = new ThreadLocal<>();
    static Entry nested;

    static void keep(String where, long time) {
        switch (where) {
            case "atomic" -> ATOMIC.set(time);
            case "array" -> ARRAY[1] = time;
            case "map" -> MAP.put("then", time);
            case "local" -> LOCAL.set(time);
            default -> nested = new Entry("then", new long[] {time});
        }
    }

    static long kept(String where) {
        return switch (where) {
            case "atomic" -> ATOMIC.get();
            case "array" -> ARRAY[1];
            case "map" -> MAP.get("then");
            case "local" -> LOCAL.get();
            default -> nested.times()[0];
        };
    }

    public static void main(String[] args) {
        keep(args[0], System.nanoTime());
        assert System.nanoTime() - kept(args[0]) < 1_000_000_000L; //~ ASSERTION
    }
}
