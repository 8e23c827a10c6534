//@ verdict: verified
//@ states: 25
/** The same through the interface of Java PathFinder; nested blocks end with the outermost. */
import gov.nasa.jpf.vm.Verify;

public class AtomicVerify {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Runnable add = () -> {
            Verify.beginAtomic();
            int before = count;
            Verify.beginAtomic();
            count = before;
            Verify.endAtomic();
            count = before + 1;
            Verify.endAtomic();
        };
        Thread first = new Thread(add);
        Thread second = new Thread(add);
        first.start();
        second.start();
        first.join();
        second.join();
        // A real JVM may lose one, but hardly ever does.
        assert count == 2 || !braid.Braid.isChecked();
    }
}
