//@ verdict: deadlock
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** So do method handles. */
public class InitByHandle {
    static MethodHandle first;
    static MethodHandle second;

    static class First {
        static {
            call(second);
        }

        static void use() { }
    }

    static class Second {
        static {
            call(first);
        }

        static void use() { }
    }

    static void call(MethodHandle handle) {
        try {
            handle.invokeExact();    //~ BLOCKED
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        first = lookup.findStatic(First.class, "use", MethodType.methodType(void.class));
        second = lookup.findStatic(Second.class, "use", MethodType.methodType(void.class));
        new Thread(() -> call(first)).start();
        call(second);
    }
}
