//@ verdict: assertion
import java.lang.ref.WeakReference;

/** A reference is cleared by a native, between two actions of who reads it. */
public class ReferenceCleared {
    static final Object OBJECT = new Object();
    static final WeakReference<Object> REFERENCE = new WeakReference<>(OBJECT);
    static volatile boolean ahead;

    public static void main(String[] args) {
        new Thread(() -> {
            if (ahead) {
                REFERENCE.clear();
            }
        }).start();
        ahead = true;
        assert REFERENCE.get() != null; //~ ASSERTION
    }
}
