//@ verdict: verified
//@ flags: --races error
//@ states: 6
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** A fence before an opaque write, and one after the opaque read that finds it. */
public class OrderedFences {
    static int data;
    static final AtomicInteger FLAG = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence();
            FLAG.setOpaque(1);
        }).start();
        if (FLAG.getOpaque() == 1) {
            VarHandle.acquireFence();
            assert data == 1;
        }
    }
}
