//@ run
//@ jdk: 17
/** sun.misc.Unsafe as libraries use it: offsets, compare-and-swap, raw allocation, arrays. */
import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class UnsafeUse {
    int i = 5;
    volatile long l = 6;
    Object ref = "r";

    UnsafeUse() {
        System.out.println("constructor ran");
    }

    public static void main(String[] args) throws Exception {
        Field f = Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        Unsafe u = (Unsafe) f.get(null);
        UnsafeUse o = new UnsafeUse();
        long io = u.objectFieldOffset(UnsafeUse.class.getDeclaredField("i")), lo = u.objectFieldOffset(UnsafeUse.class.getDeclaredField("l")), ro = u.objectFieldOffset(UnsafeUse.class.getDeclaredField("ref"));
        System.out.println(u.getInt(o, io) + " " + u.getLongVolatile(o, lo) + " " + u.getObject(o, ro));
        u.putInt(o, io, 50);
        u.putOrderedLong(o, lo, 60);
        System.out.println(u.compareAndSwapInt(o, io, 50, 51) + " " + u.compareAndSwapInt(o, io, 50, 52) + " " + u.compareAndSwapObject(o, ro, "r", "s") + " " + o.i + " " + o.l + " " + o.ref);
        System.out.println(u.getAndAddInt(o, io, 9) + " " + o.i + " " + u.getAndSetLong(o, lo, 1) + " " + u.getAndSetObject(o, ro, null));
        UnsafeUse raw = (UnsafeUse) u.allocateInstance(UnsafeUse.class);
        System.out.println(raw.i + " " + raw.ref);
        int[] a = {1, 2, 3};
        long base = u.arrayBaseOffset(int[].class), scale = u.arrayIndexScale(int[].class);
        System.out.println(scale + " " + u.getInt(a, base + 2 * scale) + " " + u.getIntVolatile(a, base + scale));
        u.putIntVolatile(a, base, 77);
        System.out.println(a[0]);
        u.fullFence();
        try {
            u.throwException(new java.io.IOException("sneaky"));
        } catch (Exception e) {
            System.out.println(e);
        }
    }
}
