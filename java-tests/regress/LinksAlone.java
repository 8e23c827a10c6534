//@ verdict: uncaught java.lang.IllegalStateException
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Much is linked shortly before a thread fails, and nothing the next time. */
public class LinksAlone {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[8];
        Thread other = new Thread(() -> bytes[0] = 1);
        other.start();
        other.join();
        Object sum = INTS.get(bytes, 0);
        throw new IllegalStateException("the sum is " + sum); //~ UNCAUGHT
    }
}
