//@ verdict: assertion
// Who opens a file last for writing decides what is in it. An order of the two is undone before the other is tried.
import java.nio.file.Files;
import java.nio.file.Path;

public class FileWritesConflict {
    static final Path PATH = Path.of("/tmp/braid-conflict.txt");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                Files.writeString(PATH, "other");
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        boolean there = Files.exists(PATH);
        other.join();
        assert Files.readString(PATH).equals("other");
        assert !there; //~ ASSERTION
    }
}
