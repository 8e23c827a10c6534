//@ verdict: inconclusive deflating
// A deflater keeps its position outside of the state, where nothing undoes a change: a search that goes back would find it reset.
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
        assert seen == 1;
    }
}
