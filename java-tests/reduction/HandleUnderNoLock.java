//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** The program's own accesses keep to a lock, one through a VarHandle does not. */
import java.lang.invoke.*;

public class HandleUnderNoLock {
    static final VarHandle DATA;

    static {
        try {
            DATA = MethodHandles.lookup().findStaticVarHandle(HandleUnderNoLock.class, "data", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (HandleUnderNoLock.class) {
                data = 1;
                data = 2;
            }
        }).start();
        assert (int) DATA.getVolatile() != 1; //~ ASSERTION
    }
}
