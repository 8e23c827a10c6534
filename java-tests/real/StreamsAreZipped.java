//@ verdict: verified
//@ states: 5159 on 17, 6850 on 25
// Compressing and decompressing: what a stream has taken and given is part of the state.
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

public class StreamsAreZipped {
    static volatile boolean flag;

    static void roundTrip(byte value) {
        try {
            byte[] given = new byte[60];
            Arrays.fill(given, value);
            given[7] = 9;
            Deflater deflater = new Deflater();
            deflater.setInput(given);
            deflater.finish();
            byte[] packed = new byte[100];
            int length = deflater.deflate(packed, 0, 10);
            length += deflater.deflate(packed, length, packed.length - length);
            assert deflater.finished();
            deflater.end();
            Inflater inflater = new Inflater();
            inflater.setInput(packed, 0, length);
            byte[] back = new byte[60];
            int count = inflater.inflate(back, 0, 20);
            flag = true;
            count += inflater.inflate(back, count, 40);
            assert count == 60 && Arrays.equals(back, given);
            inflater.end();
        } catch (java.util.zip.DataFormatException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> roundTrip((byte) 1));
        other.start();
        if (flag) {
            roundTrip((byte) 2);
        }
        other.join();
    }
}
