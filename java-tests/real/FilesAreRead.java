//@ verdict: verified
//@ fixed: files garbage host identity
//@ states: 1606 on 17, 2176 on 25
// A file is opened, read and closed while schedules are explored: every thread has its own position.
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.io.FileInputStream;

public class FilesAreRead {
    static final String NAME = "/etc/passwd";

    static String firstBytes(int count) {
        try (FileInputStream in = new FileInputStream(NAME)) {
            byte[] bytes = new byte[count];
            int read = 0;
            while (read < count) {
                read += in.read(bytes, read, 2);
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            assert firstBytes(4).equals("root");
        });
        other.start();
        assert firstBytes(6).startsWith("root:");
        other.join();
        assert Files.readAllLines(Path.of(NAME)).get(0).startsWith("root:");
    }
}
