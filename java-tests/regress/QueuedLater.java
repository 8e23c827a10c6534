//@ verdict: assertion
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

// A reference that a collection has cleared is not in its queue at once: the reference handler puts it there, a thread of its own.
public class QueuedLater {
    public static void main(String[] args) {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        System.gc();
        if (reference.get() == null) {
            assert queue.poll() == reference; //~ ASSERTION
        }
    }
}
