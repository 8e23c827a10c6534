//@ verdict: assertion
// An update of memory outside the heap is lost between two threads.
import java.nio.ByteBuffer;

public class MemoryOutsideLost {
    static volatile ByteBuffer shared;

    static void increment() {
        ByteBuffer buffer = shared;
        buffer.putInt(0, buffer.getInt(0) + 1);
    }

    public static void main(String[] args) throws Exception {
        Thread maker = new Thread(() -> shared = ByteBuffer.allocateDirect(4));
        maker.start();
        maker.join();
        Thread other = new Thread(MemoryOutsideLost::increment);
        other.start();
        increment();
        other.join();
        assert shared.getInt(0) == 2; //~ ASSERTION
    }
}
