//@ verdict: verified
//@ flags: --races error
//@ states: 17
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Atomic updates do not race with each other, whatever they order. */
public class UpdateModes {
    static final VarHandle BITS = handle("bits");
    static final VarHandle SUM = handle("sum");
    static final VarHandle LAST = handle("last");
    int bits;
    int sum;
    int last;

    static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(UpdateModes.class, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    void update(int by) {
        BITS.getAndBitwiseOrRelease(this, by);
        SUM.getAndAddAcquire(this, by);
        LAST.getAndSetRelease(this, by);
    }

    public static void main(String[] args) throws InterruptedException {
        UpdateModes shared = new UpdateModes();
        Thread other = new Thread(() -> shared.update(1));
        other.start();
        shared.update(2);
        other.join();
        assert shared.bits == 3 && shared.sum == 3 && shared.last > 0;
    }
}
