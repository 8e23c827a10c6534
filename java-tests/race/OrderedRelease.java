//@ verdict: verified
//@ flags: --races error
//@ states: 6
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An acquire that reads what a release wrote comes after it. */
public class OrderedRelease {
    static int data;
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(OrderedRelease.class, "flag", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            FLAG.setRelease(1);
        }).start();
        if ((int) FLAG.getAcquire() == 1) {
            assert data == 1;
        }
    }
}
