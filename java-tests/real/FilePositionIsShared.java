//@ verdict: assertion
// Two threads read from one descriptor: its position is part of the state, and who comes first gets the first byte.
import java.io.FileInputStream;

public class FilePositionIsShared {
    static int mine;

    public static void main(String[] args) throws Exception {
        try (FileInputStream in = new FileInputStream("/etc/passwd")) {
            Thread other = new Thread(() -> {
                try {
                    mine = in.read();
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            other.start();
            int first = in.read();
            other.join();
            assert first + mine == 'r' + 'o';
            assert first == 'r'; //~ ASSERTION
        }
    }
}
