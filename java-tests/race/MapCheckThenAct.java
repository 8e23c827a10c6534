//@ verdict: assertion
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
/** containsKey and put on a concurrent map: two winners. */
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class MapCheckThenAct {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();
    static final AtomicInteger WINNERS = new AtomicInteger();

    static void claim() {
        if (!MAP.containsKey("k")) {
            MAP.put("k", 1);
            WINNERS.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(MapCheckThenAct::claim), u = new Thread(MapCheckThenAct::claim);
        t.start();
        u.start();
        t.join();
        u.join();
        assert WINNERS.get() == 1; //~ ASSERTION
    }
}
