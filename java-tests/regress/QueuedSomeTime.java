//@ verdict: verified
//@ states: 2473 on 17, 2653 on 25
// A reference that a collection has cleared is in its queue some time, and a weak map forgets its key.
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

public class QueuedSomeTime {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        while (queue.poll() == null) {
            System.gc();
        }
        Reference.reachabilityFence(reference);
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        map.put(new Object(), "value");
        while (!map.isEmpty()) {
            System.gc();
        }
    }
}
