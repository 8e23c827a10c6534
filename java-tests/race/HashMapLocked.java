//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 4
/** The same under a lock. */
import java.util.HashMap;
import java.util.Map;

public class HashMapLocked {
    static final Map<String, Integer> MAP = new HashMap<>();

    static void put(String key, int value) {
        synchronized (MAP) {
            MAP.put(key, value);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> put("a", 1)).start();
        new Thread(() -> put("b", 2)).start();
    }
}
