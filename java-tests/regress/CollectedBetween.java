//@ verdict: assertion
// A collection in another thread may come right after the last strong reference is gone.
import java.lang.ref.WeakReference;

public class CollectedBetween {
    static Object strong = new Object();
    static final WeakReference<Object> WEAK = new WeakReference<>(strong);

    public static void main(String[] args) {
        new Thread(System::gc).start();
        strong = null;
        boolean first = WEAK.get() != null;
        boolean second = WEAK.get() != null;
        assert first == second; //~ ASSERTION
    }
}
