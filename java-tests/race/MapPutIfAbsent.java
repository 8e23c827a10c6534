//@ verdict: verified
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 180
/** putIfAbsent has one winner. */
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class MapPutIfAbsent {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();
    static final AtomicInteger WINNERS = new AtomicInteger();

    static void claim() {
        if (MAP.putIfAbsent("k", 1) == null) {
            WINNERS.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(MapPutIfAbsent::claim), u = new Thread(MapPutIfAbsent::claim);
        t.start();
        u.start();
        t.join();
        u.join();
        assert WINNERS.get() == 1;
    }
}
