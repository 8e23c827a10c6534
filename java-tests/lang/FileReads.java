//@ run
/** Reading files through io and nio: a resource beside the classes, attributes, missing files. */
import java.io.*;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public class FileReads {
    public static void main(String[] args) throws Exception {
        URL url = FileReads.class.getResource("/corpus/poem.txt");
        Path p = Paths.get(url.toURI());
        System.out.println(url.getProtocol() + " " + p.getFileName() + " " + Files.exists(p) + " " + Files.size(p) + " " + Files.isDirectory(p.getParent()) + " " + Files.isReadable(p));
        System.out.println(Files.readAllLines(p));
        System.out.print(Files.readString(p).substring(0, 20));
        System.out.println("|" + Files.readAllBytes(p).length);
        try (Stream<String> lines = Files.lines(p)) {
            System.out.println(lines.mapToInt(String::length).boxed().collect(Collectors.toList()));
        }
        try (BufferedReader r = new BufferedReader(new FileReader(p.toFile()))) {
            System.out.println(r.readLine());
        }
        try (RandomAccessFile f = new RandomAccessFile(p.toFile(), "r")) {
            f.seek(6);
            System.out.println((char) f.read() + " " + f.getFilePointer() + " " + f.length());
        }
        try (FileChannel c = FileChannel.open(p, StandardOpenOption.READ)) {
            ByteBuffer b = ByteBuffer.allocate(8);
            System.out.println(c.read(b, 4) + " " + new String(b.array()) + " " + c.position() + " " + c.size());
        }
        try (FileInputStream in = new FileInputStream(p.toFile())) {
            in.skip(3);
            System.out.println(in.read() + " " + in.available());
        }
        try (Stream<Path> dir = Files.list(p.getParent())) {
            System.out.println(dir.map(x -> x.getFileName().toString()).sorted().toList());
        }
        System.out.println(Arrays.asList(new TreeSet<>(Arrays.asList(p.getParent().toFile().list()))));
        try (Stream<Path> walk = Files.walk(p.getParent())) {
            System.out.println(walk.filter(Files::isRegularFile).count());
        }
        Path missing = p.resolveSibling("missing.txt");
        System.out.println(Files.exists(missing) + " " + missing.toFile().exists() + " " + missing.toFile().length());
        try {
            Files.readString(missing);
        } catch (NoSuchFileException e) {
            System.out.println(e.getFile().endsWith("missing.txt"));
        }
        try {
            new FileInputStream(missing.toFile());
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().endsWith("missing.txt (No such file or directory)"));
        }
        try (InputStream in = FileReads.class.getResourceAsStream("FileReads.class")) {
            System.out.println(Integer.toHexString(new DataInputStream(in).readInt()));
        }
        System.out.println(FileReads.class.getResource("/corpus/none") + " " + FileReads.class.getClassLoader().getResource("corpus/poem.txt").equals(url));
    }
}
