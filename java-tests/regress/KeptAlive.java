//@ verdict: verified
//@ states: 33 on 17, 25 on 25
// What a variable, a static field or another thread refers to is not collected.
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;

public class KeptAlive {
    static Object held = new Object();

    public static void main(String[] args) throws InterruptedException {
        Object local = new Object();
        Object[] array = {new Object()};
        WeakReference<Object> first = new WeakReference<>(held);
        WeakReference<Object> second = new WeakReference<>(local);
        WeakReference<Object> third = new WeakReference<>(array[0]);
        Thread thread = new Thread(() -> {
            System.gc();
            assert first.get() != null && third.get() == array[0];
        });
        thread.start();
        System.gc();
        assert first.get() != null && second.get() != null;
        Reference.reachabilityFence(local);
        thread.join();
    }
}
