//@ verdict: assertion
//@ revisions: constant call
//@[constant] args: constant
//@[call] args: call
// Another thread writes between two reads of a bootstrap method. The class with the call sites is that of BootstrapsDecide.
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Base64;

public class BootstrapsSeen {
    static final String LINKED_LATE =
            "yv66vgAAAD0AGwEACkxpbmtlZExhdGUHAAEBAAhjb25zdGFudAEAAygpSQEADkJvb3RzdHJhcHNTZWVuBwAFAQBNKExqYXZhL2xh"
            + "bmcvaW52b2tlL01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvQ2xhc3M7KUkMAAMABwoA"
            + "BgAIDwYACQEAAWMBAAFJDAALAAwRAAAADQEABGNhbGwBAARzaXRlAQBzKExqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMk"
            + "TG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvaW52b2tlL01ldGhvZFR5cGU7KUxqYXZhL2xhbmcvaW52b2tlL0Nh"
            + "bGxTaXRlOwwAEAARCgAGABIPBgATDAAPAAQSAAEAFQEAEGphdmEvbGFuZy9PYmplY3QHABcBAARDb2RlAQAQQm9vdHN0cmFwTWV0"
            + "aG9kcwABAAIAGAAAAAAAAgAJAAMABAABABkAAAAPAAEAAAAAAAMSDqwAAAAAAAkADwAEAAEAGQAAABIAAQAAAAAABroAFgAArAAA"
            + "AAAAAQAaAAAACgACAAoAAAAUAAA=";

    static volatile int flag;

    public static int constant(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return flag + flag;
    }

    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(int.class, flag + flag));
    }

    public static void main(String[] args) throws Throwable {
        Class<?> linked = MethodHandles.lookup().defineClass(Base64.getDecoder().decode(LINKED_LATE));
        MethodType type = MethodType.methodType(int.class);
        String name = args[0].equals("call") ? "call" : "constant";
        MethodHandle handle = MethodHandles.lookup().findStatic(linked, name, type);
        Thread thread = new Thread(() -> flag = 1);
        thread.start();
        int decided = (int) handle.invokeExact();
        thread.join();
        assert decided != 1; //~ ASSERTION
    }
}
