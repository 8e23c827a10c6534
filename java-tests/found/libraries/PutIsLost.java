/**
 * JCTools 4.0.5, `NonBlockingHashMapLong`: a `put` of key 0 beside a `remove` of it can be lost.
 *
 * The map keeps the value of key 0 in a field of its own. `put` tries one compare-and-set there and does not look whether it has
 * succeeded: if the `remove` comes in between, the new value is not there, and `put` has found nothing before it. So the map says that
 * the put came after the remove, and yet is empty.
 */
import org.jctools.maps.NonBlockingHashMapLong;

public class PutIsLost {
    public static void main(String[] args) throws Exception {
        NonBlockingHashMapLong<String> map = new NonBlockingHashMapLong<>();
        map.put(0L, "old");
        Thread remover = new Thread(() -> map.remove(0L));
        remover.start();
        String before = map.put(0L, "new");
        remover.join();
        assert before != null || "new".equals(map.get(0L)) : "the put is lost";
    }
}
