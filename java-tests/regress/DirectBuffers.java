//@ verdict: verified
//@ states: 9
import java.nio.ByteBuffer;

/** Memory that only a number leads to, taken while schedules are explored. */
public class DirectBuffers {
    static volatile ByteBuffer buffer;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        buffer = ByteBuffer.allocateDirect(8);
        other.join();
    }
}
