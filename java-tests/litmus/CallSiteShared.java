//@ verdict: assertion
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/** An object that others find through the target of a call site is shared, and an update of it may be lost. */
public class CallSiteShared {
    static class Box {
        int count;
    }

    static final MutableCallSite SITE = new MutableCallSite(MethodHandles.constant(Object.class, null));
    static final MethodHandle TARGET = SITE.dynamicInvoker();
    static boolean counted;

    static void count() {
        try {
            if ((Object) TARGET.invokeExact() instanceof Box box) {
                box.count++;
                counted = true;
            }
        } catch (Throwable e) {
            throw new RuntimeException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        count();
        Thread other = new Thread(CallSiteShared::count);
        other.start();
        Box box = new Box();
        SITE.setTarget(MethodHandles.constant(Object.class, box));
        box.count++;
        other.join();
        assert !counted || box.count == 2; //~ ASSERTION
    }
}
