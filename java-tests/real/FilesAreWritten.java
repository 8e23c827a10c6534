//@ verdict: verified
//@ states: 307 on 17, 291 on 25
// What a program writes is part of its state: it is read back, appended to, renamed and removed, and never reaches the disk.
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.BufferedReader;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

public class FilesAreWritten {
    static void write(String name) {
        try {
            File directory = new File("/tmp/braid-" + name);
            assert directory.mkdir();
            assert !directory.mkdir();
            File file = new File(directory, "a.txt");
            try (FileWriter out = new FileWriter(file)) {
                out.write("one\n");
            }
            try (FileOutputStream out = new FileOutputStream(file, true)) {
                out.write('2');
                out.write('\n');
            }
            try (BufferedReader in = new BufferedReader(new FileReader(file))) {
                assert in.readLine().equals("one");
                assert in.readLine().equals("2");
                assert in.readLine() == null;
            }
            assert file.length() == 6;
            try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
                random.seek(4);
                random.write('3');
                random.setLength(5);
                random.seek(0);
                assert random.readLine().equals("one");
                assert random.read() == '3';
                assert random.read() == -1;
            }
            File other = new File(directory, "b.txt");
            assert file.renameTo(other);
            assert !file.exists() && other.isFile();
            assert List.of(directory.list()).equals(List.of("b.txt"));
            assert !directory.delete();
            assert other.delete();
            assert directory.delete();
            assert !directory.exists();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void writeNew() throws Exception {
        Path path = Path.of("/tmp/braid-new.txt");
        Files.writeString(path, "hello");
        Files.writeString(path, " world", StandardOpenOption.APPEND);
        assert Files.readString(path).equals("hello world");
        assert Files.size(path) == 11;
        try {
            Files.createFile(path);
            assert false;
        } catch (java.nio.file.FileAlreadyExistsException e) {
            // As it should be.
        }
        Files.delete(path);
        assert Files.notExists(path);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        write("main");
        writeNew();
        other.join();
    }
}
