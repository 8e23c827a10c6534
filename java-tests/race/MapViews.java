//@ verdict: verified
//@ flags: --races error
//@ states: 25
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Two threads that only read a map: which of them makes the view is no race of the program's. */
public class MapViews {
    static final Map<Integer, Integer> HASHED = new HashMap<>(Map.of(1, 2));
    static final TreeMap<Integer, Integer> SORTED = new TreeMap<>(HASHED);

    static void read() {
        for (Map.Entry<Integer, Integer> entry : HASHED.entrySet()) {
            assert entry.getValue() == 2;
        }
        assert SORTED.navigableKeySet().size() + SORTED.descendingMap().size() == 2;
    }

    public static void main(String[] args) {
        new Thread(MapViews::read).start();
        read();
    }
}
