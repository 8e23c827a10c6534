//@ verdict: inconclusive System.out is set while there are other threads
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** Who prints where is not explored if that changes while threads run. */
public class StreamsSet {
    public static void main(String[] args) {
        PrintStream before = System.out;
        PrintStream after = new PrintStream(new ByteArrayOutputStream());
        new Thread(() -> System.setOut(after)).start();
        assert System.out == before;
    }
}
