//@ verdict: race
//@ flags: --races error
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A file tells another thread that something has been written, and orders nothing. */
public class UnorderedFile {
    static int data;

    public static void main(String[] args) {
        String name = new File(System.getProperty("java.io.tmpdir"), "braid-unordered-file").getPath();
        new Thread(() -> {
            data = 1; //~ RACE
            try (FileOutputStream out = new FileOutputStream(name)) {
                out.write(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }).start();
        if (new File(name).length() == 1) {
            assert data == 1; //~ RACE
        }
    }
}
