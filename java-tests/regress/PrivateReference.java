//@ verdict: assertion
import java.lang.ref.WeakReference;

// No other thread can get at the reference, but another thread lets garbage be collected, and that clears it.
public class PrivateReference {
    public static void main(String[] args) {
        new Thread(System::gc).start();
        WeakReference<Object> reference = new WeakReference<>(new Object());
        assert reference.get() != null;   //~ ASSERTION
    }
}
