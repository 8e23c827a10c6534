//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Plain access through a VarHandle is plain access. */
import java.lang.invoke.*;

public class VarHandlePlain {
    static final VarHandle DATA;

    static {
        try {
            DATA = MethodHandles.lookup().findStaticVarHandle(VarHandlePlain.class, "data", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int data;

    public static void main(String[] args) {
        new Thread(() -> DATA.set(1)).start(); //~ RACE
        int seen = (int) DATA.getVolatile(); //~ RACE
        assert seen <= 1;
    }
}
