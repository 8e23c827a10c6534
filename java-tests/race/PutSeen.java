//@ verdict: assertion
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/** A buffer is filled in the other byte order while another thread looks at it. */
public class PutSeen {
    static final ByteBuffer BUFFER = ByteBuffer.allocate(16);
    static volatile boolean ahead;

    public static void main(String[] args) {
        new Thread(() -> {
            if (ahead) {
                assert BUFFER.getInt(0) == 7; //~ ASSERTION
            }
        }).start();
        IntBuffer ints = BUFFER.asIntBuffer();
        int[] source = {7, 7, 7};
        ahead = true;
        ints.put(source);
    }
}
