//@ verdict: verified
//@ outcomes: 0,0 1,0 1,1
//@ states: 370 on 17, 279 on 25
import java.util.WeakHashMap;

// A collection by another thread changes a queue that only this thread can reach, before a join and after it.
public class ForgetsKeys {
    public static void main(String[] args) throws InterruptedException {
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        map.put(new Object(), "value");
        Thread collector = new Thread(System::gc);
        collector.start();
        int before = map.size();
        collector.join();
        Outcome.is(before + "," + map.size(), args);
    }
}
