//@ run
/** Path and File arithmetic without touching the disk. */
import java.io.File;
import java.net.URI;
import java.nio.file.*;

public class PathArithmetic {
    public static void main(String[] args) {
        Path p = Path.of("/a/b/../c/./d.txt");
        System.out.println(p + " " + p.normalize() + " " + p.getFileName() + " " + p.getParent() + " " + p.getNameCount() + " " + p.getName(1) + " " + p.subpath(1, 3) + " " + p.isAbsolute() + " " + p.getRoot());
        System.out.println(Path.of("/a/b").relativize(Path.of("/a/c/d")) + " " + Path.of("x").resolve("y/z") + " " + Path.of("x").resolve("/abs") + " " + Path.of("x/y").resolveSibling("w") + " " + p.startsWith("/a/b") + " " + p.endsWith("d.txt"));
        System.out.println(Path.of("a", "b", "c").compareTo(Path.of("a/b/d")) + " " + Path.of("a//b///c") + " " + Path.of("a/b/").equals(Path.of("a/b")) + " [" + Path.of("") + "] " + Path.of("a").getParent());
        for (Path part : Path.of("one/two/three")) {
            System.out.print(part + ";");
        }
        System.out.println();
        File f = new File("/dir/sub", "name.tar.gz");
        System.out.println(f + " " + f.getName() + " " + f.getParent() + " " + f.isAbsolute() + " " + new File("a/../b").getPath() + " " + new File("x//y/").getPath() + " " + f.toPath() + " " + File.separator + File.pathSeparator + " " + f.hashCode());
        System.out.println(FileSystems.getDefault().getPathMatcher("glob:*.{java,class}").matches(Path.of("A.java")) + " " + FileSystems.getDefault().getPathMatcher("glob:**/x?").matches(Path.of("a/b/xy")) + " " + FileSystems.getDefault().getPathMatcher("regex:.*\\.txt").matches(Path.of("q.txt")));
        URI u = URI.create("http://user@host.example:8080/p/a%20th?q=1&r=x#frag");
        System.out.println(u.getHost() + " " + u.getPort() + " " + u.getPath() + " " + u.getRawPath() + " " + u.getQuery() + " " + u.getFragment() + " " + u.resolve("../other") + " " + URI.create("/a/./b/../c").normalize() + " " + u.getUserInfo());
        System.out.println(Path.of("/tmp/x y").toUri() + " " + Path.of(URI.create("file:///tmp/z")));
        try {
            Path.of("nul\0byte");
        } catch (InvalidPathException e) {
            System.out.println(e.getReason());
        }
        try {
            URI.create("ht tp://x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            p.subpath(3, 1);
        } catch (IllegalArgumentException e) {
            System.out.println("bad range");
        }
    }
}
