//@ verdict: verified
//@ states: 20 on 17, 68 on 25
// Dekker's algorithm with accesses that only acquire and release: right under sequential consistency, wrong on real
// machines. The verdict is for sequential consistency only and names the accesses (`weak_accesses_are_named`).
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DekkerReleased {
    static int first;
    static int second;
    static final VarHandle FIRST;
    static final VarHandle SECOND;

    static {
        try {
            FIRST = MethodHandles.lookup().findStaticVarHandle(DekkerReleased.class, "first", int.class);
            SECOND = MethodHandles.lookup().findStaticVarHandle(DekkerReleased.class, "second", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        Thread other = new Thread(() -> {
            FIRST.setRelease(1);
            seen[0] = (int) SECOND.getAcquire();
        });
        other.start();
        SECOND.setRelease(1);
        int mine = (int) FIRST.getAcquire();
        other.join();
        assert mine == 1 || seen[0] == 1;
    }
}
