//@ run
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** Allocates more than any heap holds, and keeps little of it. */
public class Garbage {
    static final class Node {
        final Node next;
        final long[] data;

        Node(Node next, int size) {
            this.next = next;
            this.data = new long[size];
        }
    }

    public static void main(String[] args) {
        Map<Integer, String> values = new HashMap<>();
        ArrayDeque<byte[]> ring = new ArrayDeque<>();
        Node list = null;
        int length = 0;
        long allocated = 0;
        long sum = 0;
        int i = 0;
        for (; allocated < 1600L << 20; i++) {
            byte[] block = new byte[20_000 + i % 7 * 1000];
            block[i % 4096] = (byte) i;
            ring.add(block);
            if (ring.size() > 100) {
                sum += ring.poll()[(i - 100) % 4096];
            }
            values.put(i % 1000, "value " + i);
            list = length++ % 1000 == 0 ? null : new Node(list, 4);
            allocated += block.length;
        }
        for (String value : values.values()) {
            sum += value.hashCode();
        }
        System.out.println(i + " " + sum + " " + values.size() + " " + (list != null));
    }
}
