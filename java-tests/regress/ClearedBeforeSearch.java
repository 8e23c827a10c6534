//@ verdict: assertion
import java.lang.ref.WeakReference;

// A collection by another thread clears a reference that only this thread can reach, and that was there before any other thread.
public class ClearedBeforeSearch {
    public static void main(String[] args) {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        new Thread(System::gc).start();
        assert reference.get() != null; //~ ASSERTION
    }
}
