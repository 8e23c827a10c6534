//@ run
/** Method handles: lookup, binding, adaptation, combinators, exact and generic invocation. */
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodType.methodType;

public class MethodHandleUse {
    private int f = 10;

    int plus(int x) {
        return f + x;
    }

    static String join(String a, Object... rest) {
        return a + Arrays.toString(rest);
    }

    static boolean positive(int x) {
        return x > 0;
    }

    static int dbl(int x) {
        return 2 * x;
    }

    static int neg(int x) {
        return -x;
    }

    static int boom(int x) {
        throw new IllegalStateException("boom " + x);
    }

    static int handler(IllegalStateException e, int x) {
        return e.getMessage().length() + x;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle plus = l.findVirtual(MethodHandleUse.class, "plus", methodType(int.class, int.class));
        MethodHandleUse o = new MethodHandleUse();
        System.out.println((int) plus.invokeExact(o, 5) + " " + (Integer) plus.invoke(o, (short) 6) + " " + plus.type() + " " + (int) plus.bindTo(o).invokeExact(1));
        MethodHandle join = l.findStatic(MethodHandleUse.class, "join", methodType(String.class, String.class, Object[].class));
        System.out.println((String) join.invoke("a", 1, 2) + " " + (String) join.invokeExact("b", new Object[] {3}) + " " + join.isVarargsCollector() + " " + join.invokeWithArguments("c", 4, 5, 6) + " " + join.asSpreader(Object[].class, 1).type());
        MethodHandle ctor = l.findConstructor(ArrayList.class, methodType(void.class, Collection.class));
        System.out.println((ArrayList<?>) ctor.invoke((Collection<?>) List.of(1, 2)));
        MethodHandle getter = l.findGetter(MethodHandleUse.class, "f", int.class), setter = l.findSetter(MethodHandleUse.class, "f", int.class);
        setter.invoke(o, 99);
        System.out.println((int) getter.invoke(o));
        MethodHandle pos = l.findStatic(MethodHandleUse.class, "positive", methodType(boolean.class, int.class));
        MethodHandle dbl = l.findStatic(MethodHandleUse.class, "dbl", methodType(int.class, int.class)), neg = l.findStatic(MethodHandleUse.class, "neg", methodType(int.class, int.class));
        MethodHandle guard = MethodHandles.guardWithTest(pos, dbl, neg);
        System.out.println((int) guard.invokeExact(4) + " " + (int) guard.invokeExact(-4) + " " + (int) MethodHandles.filterReturnValue(dbl, neg).invokeExact(3) + " " + (int) MethodHandles.filterArguments(dbl, 0, neg).invokeExact(5));
        MethodHandle caught = MethodHandles.catchException(l.findStatic(MethodHandleUse.class, "boom", methodType(int.class, int.class)), IllegalStateException.class, l.findStatic(MethodHandleUse.class, "handler", methodType(int.class, IllegalStateException.class, int.class)));
        System.out.println((int) caught.invokeExact(100));
        MethodHandle sub = l.findVirtual(String.class, "substring", methodType(String.class, int.class, int.class));
        System.out.println((String) MethodHandles.insertArguments(sub, 1, 1, 3).invokeExact("abcdef") + " " + (String) MethodHandles.permuteArguments(sub, methodType(String.class, int.class, String.class, int.class), 1, 0, 2).invokeExact(2, "abcdef", 4) + " " + (String) MethodHandles.dropArguments(sub, 0, double.class).invoke(1.5, "xyz", 0, 1));
        System.out.println((int) MethodHandles.constant(int.class, 8).invokeExact() + " " + MethodHandles.identity(String.class).invoke("id") + " " + (int) MethodHandles.arrayElementGetter(int[].class).invokeExact(new int[] {4, 5}, 1) + " " + (long) dbl.asType(methodType(long.class, byte.class)).invokeExact((byte) 4));
        MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 1), MethodHandles.dropArguments(dbl, 1, int.class));
        System.out.println((int) loop.invoke());
        for (Runnable2 r : new Runnable2[] {() -> plus.invokeExact(o, 5), () -> l.findVirtual(String.class, "nope", methodType(void.class)), () -> l.findStatic(String.class, "length", methodType(int.class)), () -> MethodHandles.publicLookup().findGetter(MethodHandleUse.class, "f", int.class), () -> dbl.asType(methodType(int.class, String.class)), () -> plus.invoke((MethodHandleUse) null, 1), () -> plus.bindTo("wrong")}) {
            try {
                r.run();
                System.out.println("fine");
            } catch (Throwable e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        System.out.println(methodType(int.class, String.class).appendParameterTypes(long.class).toMethodDescriptorString() + " " + MethodType.fromMethodDescriptorString("(I[J)V", null) + " " + l.revealDirect(dbl).getName());
    }

    interface Runnable2 {
        void run() throws Throwable;
    }
}
