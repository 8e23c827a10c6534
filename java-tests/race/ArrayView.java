//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A long view of a byte array covers the byte that another thread writes. */
import java.lang.invoke.*;
import java.nio.ByteOrder;

public class ArrayView {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final byte[] DATA = new byte[8];

    public static void main(String[] args) {
        new Thread(() -> DATA[5] = 1).start(); //~ RACE
        assert (long) LONGS.get(DATA, 0) >= 0; //~ RACE
    }
}
