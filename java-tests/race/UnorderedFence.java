//@ verdict: race
//@ flags: --races error
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** A fence on one side alone orders nothing. */
public class UnorderedFence {
    static int data;
    static final AtomicInteger FLAG = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1; //~ RACE
            FLAG.setOpaque(1);
        }).start();
        if (FLAG.getOpaque() == 1) {
            VarHandle.acquireFence();
            assert data == 1; //~ RACE
        }
    }
}
