//@ verdict: assertion
// After a collection a weak reference may be cleared or not.
import java.lang.ref.WeakReference;

public class ClearedTooSoon {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        WeakReference<Object> reference = new WeakReference<>(new Object());
        System.gc();
        assert reference.get() != null; //~ ASSERTION
    }
}
