//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 6
/** Release and acquire on a field that is not declared volatile. */
import java.lang.invoke.*;

public class HandOffVarHandle {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandOffVarHandle.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static boolean ready;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            READY.setRelease(true);
        }).start();
        if ((boolean) READY.getAcquire()) {
            data++;
        }
    }
}
