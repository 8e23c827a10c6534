//@ verdict: assertion
//@ flags: --spurious
//@ revisions: integer reference byte handle
//@[integer] args: integer
//@[reference] args: reference
//@[byte] args: byte
//@[handle] args: handle
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A weak compare-and-set may fail although nobody else is there, and is not tried again. */
public class WeakCasOnce {
    static final AtomicInteger count = new AtomicInteger();
    static final AtomicReference<String> name = new AtomicReference<>("before");
    static byte small;
    static long wide;

    static boolean attempt(String kind) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        switch (kind) {
            case "integer":
                return count.weakCompareAndSetPlain(0, 1);
            case "reference":
                return name.weakCompareAndSetAcquire("before", "after");
            case "byte": {
                VarHandle handle = lookup.findStaticVarHandle(WeakCasOnce.class, "small", byte.class);
                return handle.weakCompareAndSetRelease((byte) 0, (byte) 1);
            }
            default: {
                VarHandle handle = lookup.findStaticVarHandle(WeakCasOnce.class, "wide", long.class);
                return handle.weakCompareAndSet(0L, 1L);
            }
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        assert attempt(args[0]); //~ ASSERTION
    }
}
