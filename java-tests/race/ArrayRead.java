//@ verdict: race
//@ flags: --races error
import java.nio.ByteBuffer;

/** The class library reads an array of the program's own while another thread writes it. */
public class ArrayRead {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[1];
        Thread writer = new Thread(() -> bytes[0] = 1); //~ RACE
        writer.start();
        byte seen = ByteBuffer.wrap(bytes).get(0);      //~ RACE
        writer.join();
        assert seen == 0 || seen == 1;
    }
}
