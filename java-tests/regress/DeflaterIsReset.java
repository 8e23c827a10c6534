//@ verdict: assertion
// What a deflater has done is part of the state: a search that goes back finds it as it was before another thread has reset it.
import java.util.zip.Deflater;

public class DeflaterIsReset {
    static volatile int seen;

    public static void main(String[] args) throws InterruptedException {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[] {1, 2, 3});
        deflater.finish();
        deflater.deflate(new byte[100]);
        Thread resetter = new Thread(deflater::reset);
        resetter.start();
        seen = deflater.getAdler();
        resetter.join();
        assert seen == 1; //~ ASSERTION
    }
}
