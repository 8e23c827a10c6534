//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A HashMap that two threads put into without a lock. The race is inside, the two sites are the callers'. */
import java.util.HashMap;
import java.util.Map;

public class HashMapShared {
    static final Map<String, Integer> MAP = new HashMap<>();

    public static void main(String[] args) {
        new Thread(() -> {
            MAP.put("a", 1); //~ RACE
        }).start();
        new Thread(() -> {
            MAP.put("b", 2); //~ RACE
        }).start();
    }
}
