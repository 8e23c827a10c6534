//@ verdict: verified
//@ flags: --races error
//@ states: 19
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A concurrent map orders what comes before a put before what comes after the get that finds it, by whatever means. */
public class OrderedSkipList {
    static final ConcurrentSkipListMap<Integer, int[]> MAP = new ConcurrentSkipListMap<>();
    static final AtomicInteger PROGRESS = new AtomicInteger();
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            MAP.put(1, new int[] {5});
        }).start();
        PROGRESS.getOpaque();
        int[] found = MAP.get(1);
        if (found != null) {
            assert found[0] == 5 && data == 1;
        }
    }
}
