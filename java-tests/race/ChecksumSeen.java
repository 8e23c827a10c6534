//@ verdict: assertion
import java.util.zip.CRC32;

/** A native of the class library reads an array that another thread writes. */
public class ChecksumSeen {
    static final byte[] BYTES = {1, 2};
    static volatile boolean ahead;

    static long checksum() {
        CRC32 sum = new CRC32();
        sum.update(BYTES);
        return sum.getValue();
    }

    public static void main(String[] args) {
        long before = checksum();
        new Thread(() -> {
            if (ahead) {
                BYTES[0] = 2;
            }
        }).start();
        ahead = true;
        assert checksum() == before; //~ ASSERTION
    }
}
