//@ verdict: race
//@ flags: --races error
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An opaque flag says that the data are there, and orders nothing. */
public class UnorderedOpaque {
    static int data;
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(UnorderedOpaque.class, "flag", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1; //~ RACE
            FLAG.setOpaque(1);
        }).start();
        if ((int) FLAG.getOpaque() == 1) {
            assert data == 1; //~ RACE
        }
    }
}
