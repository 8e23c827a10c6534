package junit4;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.nio.file.Files;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class WithRule4 {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void test() throws Exception {
        File file = folder.newFile("file");
        Files.writeString(file.toPath(), "text");
        assertEquals("text", Files.readString(file.toPath()));
        System.out.println("> written");
    }
}
