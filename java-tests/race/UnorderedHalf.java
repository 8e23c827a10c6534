//@ verdict: race
//@ flags: --races error
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A release that no acquire reads orders nothing. */
public class UnorderedHalf {
    static int data;
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(UnorderedHalf.class, "flag", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1; //~ RACE
            FLAG.setRelease(1);
        }).start();
        if ((int) FLAG.getOpaque() == 1) {
            assert data == 1; //~ RACE
        }
    }
}
