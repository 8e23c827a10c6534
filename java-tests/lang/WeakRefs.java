//@ run
/** Weak, soft and phantom references that stay while strongly held; explicit clearing and queues; WeakHashMap. */
import java.lang.ref.*;
import java.util.*;

public class WeakRefs {
    public static void main(String[] args) throws Exception {
        Object strong = new Object();
        ReferenceQueue<Object> q = new ReferenceQueue<>();
        WeakReference<Object> w = new WeakReference<>(strong, q);
        SoftReference<String> s = new SoftReference<>("soft");
        PhantomReference<Object> p = new PhantomReference<>(strong, q);
        System.out.println((w.get() == strong) + " " + s.get() + " " + p.get() + " " + w.refersTo(strong) + " " + q.poll());
        System.gc();
        System.out.println((w.get() == strong) + " " + q.poll());
        w.clear();
        System.out.println(w.get() + " " + w.refersTo(null) + " " + q.poll());
        System.out.println(w.enqueue() + " " + (q.poll() == w) + " " + w.enqueue() + " " + p.enqueue() + " " + (q.remove(1) == p) + " " + q.remove(1));
        WeakHashMap<Object, String> m = new WeakHashMap<>();
        Object[] keys = {"literal", 5, strong};
        for (Object k : keys) {
            m.put(k, "v" + m.size());
        }
        System.out.println(m.size() + " " + m.get("literal") + " " + m.get(5) + " " + m.get(strong) + " " + m.remove(strong) + " " + m.containsKey(strong));
        Cleaner c = Cleaner.create();
        Cleaner.Cleanable cl = c.register(strong, () -> System.out.println("cleaned"));
        cl.clean();
        cl.clean();
        Reference.reachabilityFence(strong);
        Reference.reachabilityFence(keys);
    }
}
