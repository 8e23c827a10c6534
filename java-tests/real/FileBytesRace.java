//@ verdict: assertion
// Two threads write through one stream: either may come first.
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

public class FileBytesRace {
    static void write(FileOutputStream out, int value) {
        try {
            out.write(value);
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (FileOutputStream out = new FileOutputStream("/tmp/braid-race.txt")) {
            Thread other = new Thread(() -> write(out, 'b'));
            other.start();
            write(out, 'a');
            write(out, 'c');
            other.join();
        }
        String text = Files.readString(Path.of("/tmp/braid-race.txt"));
        assert text.equals("bac") || text.equals("acb") || text.equals("abc");
        assert !text.equals("abc"); //~ ASSERTION
    }
}
