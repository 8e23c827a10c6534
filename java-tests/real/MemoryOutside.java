//@ verdict: verified
//@ states: 361 on 17, 363 on 25
// Memory outside the heap is taken and given back while schedules are explored.
import java.nio.ByteBuffer;

public class MemoryOutside {
    static final Object LOCK = new Object();
    static final ByteBuffer SHARED = ByteBuffer.allocateDirect(16);
    static ByteBuffer late;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            ByteBuffer mine = ByteBuffer.allocateDirect(8);
            mine.putLong(0, 7);
            synchronized (LOCK) {
                late = mine;
                SHARED.putInt(0, SHARED.getInt(0) + 1);
            }
        });
        other.start();
        ByteBuffer mine = ByteBuffer.allocateDirect(8);
        mine.putLong(0, 5);
        synchronized (LOCK) {
            SHARED.putInt(0, SHARED.getInt(0) + 1);
            if (late != null) {
                assert late.getLong(0) == 7;
            }
        }
        other.join();
        assert mine.getLong(0) == 5 && late.getLong(0) == 7 && SHARED.getInt(0) == 2;
    }
}
