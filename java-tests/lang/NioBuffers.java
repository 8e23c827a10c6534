//@ run
/** ByteBuffer and friends: positions, views, byte order, slices, exceptions, direct buffers. */
import java.nio.*;
import java.util.*;

public class NioBuffers {
    public static void main(String[] args) {
        ByteBuffer b = ByteBuffer.allocate(16);
        b.put((byte) 1).putShort((short) 2).putInt(3).putLong(4);
        System.out.println(b + " " + b.remaining());
        try {
            b.putInt(5);
        } catch (BufferOverflowException e) {
            System.out.println(e);
        }
        b.flip();
        System.out.println(b.get() + " " + b.getShort() + " " + b.getInt() + " " + b.position() + " " + b.limit() + " " + b.hasRemaining());
        b.mark();
        b.getLong();
        try {
            b.get();
        } catch (BufferUnderflowException e) {
            System.out.println(e);
        }
        b.reset();
        System.out.println(b.slice().capacity() + " " + b.duplicate().position() + " " + b.getLong(b.position()));
        b.clear();
        b.order(ByteOrder.LITTLE_ENDIAN).putInt(0, 0x01020304).putDouble(8, 1.5);
        System.out.println(Arrays.toString(b.array()) + " " + b.order() + " " + b.getInt(0) + " " + b.order(ByteOrder.BIG_ENDIAN).getInt(0));
        IntBuffer ib = ByteBuffer.allocate(8).asIntBuffer();
        ib.put(7).put(8).flip();
        System.out.println(ib.get(1) + " " + ib + " " + ib.hasArray());
        CharBuffer cb = CharBuffer.wrap("characters");
        System.out.println(cb.subSequence(2, 5) + " " + cb.charAt(3) + " " + cb.isReadOnly() + " " + cb.length() + " " + cb);
        ByteBuffer ro = b.asReadOnlyBuffer();
        try {
            ro.put((byte) 1);
        } catch (ReadOnlyBufferException e) {
            System.out.println(e);
        }
        System.out.println(ByteBuffer.wrap(new byte[] {1, 2, 3}).compareTo(ByteBuffer.wrap(new byte[] {1, 2, 4})) + " " + ByteBuffer.wrap(new byte[] {1, 2}).equals(ByteBuffer.wrap(new byte[] {0, 1, 2}, 1, 2)) + " " + ByteBuffer.wrap(new byte[] {5}).hashCode());
        b.clear().position(4).limit(8);
        System.out.println(b.compact() + " " + LongBuffer.allocate(2).put(1L).position());
        ByteBuffer d = ByteBuffer.allocateDirect(32);
        d.putInt(42).putLong(1L << 40).put("direct".getBytes());
        d.flip();
        System.out.println(d.getInt() + " " + d.getLong() + " " + d.remaining() + " " + d.isDirect() + " " + d.get(12) + " " + d.hasArray());
        for (Runnable r : new Runnable[] {() -> ByteBuffer.allocate(-1), () -> ByteBuffer.allocate(4).position(5), () -> ByteBuffer.allocate(4).get(4), () -> ByteBuffer.allocate(4).reset(), () -> ByteBuffer.wrap(new byte[2], 1, 5), () -> d.get(99)}) {
            try {
                r.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }
}
