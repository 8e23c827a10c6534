//@ run
/** VarHandle access modes on fields, statics and arrays, with contention. */
import java.lang.invoke.*;

public class VarHandleModes {
    int x;
    volatile long l = 5;
    static String s = "s";
    final int fin = 3;
    static final VarHandle X, L, S, ARR;

    static {
        try {
            MethodHandles.Lookup k = MethodHandles.lookup();
            X = k.findVarHandle(VarHandleModes.class, "x", int.class);
            L = k.findVarHandle(VarHandleModes.class, "l", long.class);
            S = k.findStaticVarHandle(VarHandleModes.class, "s", String.class);
            ARR = MethodHandles.arrayElementVarHandle(int[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        VarHandleModes o = new VarHandleModes();
        int[] arr = new int[3];
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    X.getAndAdd(o, 1);
                    int old;
                    do {
                        old = (int) ARR.getVolatile(arr, 1);
                    } while (!ARR.compareAndSet(arr, 1, old, old + 2));
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(o.x + " " + arr[1]);
        System.out.println((int) X.get(o) + " " + (int) X.getAcquire(o) + " " + (int) X.getOpaque(o) + " " + X.compareAndSet(o, 300, 7) + " " + (int) X.compareAndExchange(o, 7, 8) + " " + (int) X.getAndSet(o, 9) + " " + (int) X.getAndBitwiseOr(o, 6) + " " + (int) X.getAndBitwiseXor(o, 1) + " " + (int) X.getAndBitwiseAnd(o, 12) + " " + o.x);
        L.setVolatile(o, 10L);
        L.setRelease(o, (long) L.get(o) + 1);
        System.out.println(o.l + " " + (long) L.getAndAdd(o, 5L) + " " + o.l);
        S.set("t");
        System.out.println((String) S.getAndSet("u") + " " + s + " " + S.compareAndSet("v", "w"));
        System.out.println(X.varType() + " " + X.coordinateTypes() + " " + X.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + S.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
        try {
            ARR.set(arr, 5, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            X.set(o, "wrong");
        } catch (WrongMethodTypeException e) {
            System.out.println("wrong type");
        }
        try {
            X.set((VarHandleModes) null, 1);
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
        VarHandle f = MethodHandles.lookup().findVarHandle(VarHandleModes.class, "fin", int.class);
        try {
            f.set(o, 1);
        } catch (UnsupportedOperationException e) {
            System.out.println("final " + (int) f.get(o));
        }
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.BIG_ENDIAN);
        byte[] bytes = new byte[8];
        view.set(bytes, 2, 0x01020304);
        System.out.println(java.util.Arrays.toString(bytes) + " " + (int) view.get(bytes, 1));
        VarHandle.fullFence();
        VarHandle.acquireFence();
    }
}
