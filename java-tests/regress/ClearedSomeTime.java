//@ verdict: verified
//@ states: 28 on 17, 12 on 25
// A loop that waits for a weak reference to be cleared is left some time: a collection may clear it.
import java.lang.ref.WeakReference;

public class ClearedSomeTime {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        WeakReference<Object> reference = new WeakReference<>(new Object());
        while (reference.get() != null) {
            System.gc();
        }
    }
}
