//@ verdict: verified
//@ states: 25 on 17, 12 on 25
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;

// The same, but the thread keeps the object alive for as long as it asks for it.
public class PrivateReferenceFree {
    public static void main(String[] args) {
        new Thread(System::gc).start();
        Object kept = new Object();
        WeakReference<Object> reference = new WeakReference<>(kept);
        assert reference.get() != null;
        Reference.reachabilityFence(kept);
    }
}
