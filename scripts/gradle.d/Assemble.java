import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Puts a Gradle installation together: {@code Assemble VERSION JARS OUT}.
 *
 * <p>Gradle looks for each of its modules as {@code lib/gradle-NAME-VERSION.jar}, with a properties file inside that names
 * the modules and libraries it needs. The jar gradle-api has all classes and all these properties files, so each module
 * becomes an empty jar that refers to one large jar. Libraries that are renamed inside of it become empty jars, too.
 */
public class Assemble {
    /** What the jar has put in front of the names of libraries. */
    private static final String SHADE = "org/gradle/internal/impldep/";
    /** Libraries that the process with the tests shares with them, so they must have their own names. */
    private static final String[] SHARED = {"org/junit", "junit", "org/opentest4j", "org/apiguardian", "org/hamcrest", "org/testng"};
    /** Modules that other modules or Gradle itself ask for, and that gradle-api does not have. */
    private static final String[] ABSENT = {"gradle-installation-beacon", "gradle-java-compiler-plugin", "gradle-kotlin-dsl",
        "gradle-kotlin-dsl-provider-plugins", "gradle-kotlin-dsl-tooling-builders", "gradle-build-profile",
        "gradle-declarative-dsl-tooling-builders", "gradle-test-kit", "gradle-instrumentation-agent"};
    private static final String ALL = "gradle-all-classes.jar";
    private static final String BEACON = "org.gradle.internal.installation.beacon.InstallationBeacon";

    private final String version;
    private final Path lib;
    private final Map<String, Properties> modules = new TreeMap<>();

    private Assemble(String version, Path lib) {
        this.version = version;
        this.lib = lib;
    }

    public static void main(String[] args) throws IOException {
        Path jars = Path.of(args[1]);
        Path lib = Path.of(args[2], "lib");
        Files.createDirectories(lib);
        Files.createDirectories(lib.resolve("plugins"));
        Assemble assemble = new Assemble(args[0], lib);
        String api = "gradle-api-" + args[0] + ".jar";
        assemble.classes(jars.resolve(api));
        Set<String> real = new HashSet<>();
        try (Stream<Path> files = Files.list(jars)) {
            for (Path file : (Iterable<Path>) files.filter(file -> !file.endsWith(api))::iterator) {
                Files.copy(file, lib.resolve(file.getFileName()));
                real.add(file.getFileName().toString());
            }
        }
        assemble.modules(real);
        System.out.println("Gradle " + args[0] + ": " + assemble.modules.size() + " modules");
    }

    /** Copies all classes into one jar, and remembers which modules there are. */
    private void classes(Path api) throws IOException {
        Set<String> written = new HashSet<>();
        try (ZipFile in = new ZipFile(api.toFile());
            ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(lib.resolve(ALL)), 1 << 20))) {
            out.setLevel(1);
            for (ZipEntry entry : (Iterable<ZipEntry>) in.stream().map(e -> (ZipEntry) e)::iterator) {
                String name = unshade(entry.getName());
                // Ant stands beside it. Services of the JDK's that libraries offer would be looked up under names they no
                // longer have.
                boolean skip = entry.isDirectory() || name.startsWith("org/apache/tools/ant/")
                    || name.startsWith("META-INF/services/java") || name.startsWith("META-INF/.gradle");
                if (skip || !written.add(name)) {
                    continue;
                }
                byte[] bytes;
                try (InputStream stream = in.getInputStream(entry)) {
                    bytes = stream.readAllBytes();
                }
                if (name.endsWith(".class")) {
                    bytes = unshade(bytes);
                } else if (name.startsWith("META-INF/services/")) {
                    bytes = unshade(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
                } else if (name.startsWith("gradle-") && name.endsWith("-classpath.properties")) {
                    Properties properties = new Properties();
                    properties.load(new ByteArrayInputStream(bytes));
                    modules.put(name.substring(0, name.length() - "-classpath.properties".length()), properties);
                }
                out.putNextEntry(new ZipEntry(name));
                out.write(bytes);
            }
        }
        for (String name : ABSENT) {
            modules.putIfAbsent(name, new Properties());
        }
    }

    /** Writes a jar for each module and for each library that is none of the real ones. */
    private void modules(Set<String> real) throws IOException {
        Set<String> libraries = new TreeSet<>();
        for (Map.Entry<String, Properties> module : modules.entrySet()) {
            List<String> runtime = words(module.getValue(), "runtime");
            libraries.addAll(runtime);
            runtime.add(ALL);
            List<String> projects = words(module.getValue(), "projects");
            projects.retainAll(modules.keySet());
            String properties = "projects=" + String.join(",", projects) + "\nruntime=" + String.join(",", runtime) + "\n";
            Map<String, byte[]> content = new TreeMap<>();
            content.put(module.getKey() + "-classpath.properties", properties.getBytes(StandardCharsets.ISO_8859_1));
            if (module.getKey().equals("gradle-installation-beacon")) {
                // By the jar of this class Gradle finds where it is installed.
                content.put(BEACON.replace('.', '/') + ".class", beacon());
            }
            jar(module.getKey() + "-" + version + ".jar", content);
        }
        libraries.removeAll(real);
        // Some are asked for by name whatever the modules say.
        for (String more : List.of("slf4j-api-1.7.36.jar", "jul-to-slf4j-1.7.36.jar", "kryo-2.24.0.jar", "commons-lang-2.6.jar",
            "guava-32.1.2-jre.jar", "native-platform-0.22-milestone-26.jar")) {
            libraries.add(more);
        }
        for (String library : libraries) {
            jar(library, Map.of());
        }
    }

    private static List<String> words(Properties properties, String key) {
        List<String> words = new ArrayList<>(List.of(properties.getProperty(key, "").split(",")));
        words.removeIf(String::isBlank);
        return words;
    }

    private void jar(String name, Map<String, byte[]> content) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, ALL);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(lib.resolve(name)), manifest)) {
            for (Map.Entry<String, byte[]> entry : content.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
    }

    /** The class file of an empty class. */
    private static byte[] beacon() throws IOException {
        int dot = BEACON.lastIndexOf('.');
        String source = "package " + BEACON.substring(0, dot) + "; public class " + BEACON.substring(dot + 1) + " { }";
        Path folder = Files.createTempDirectory("beacon");
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        JavaFileObject file = new SimpleJavaFileObject(URI.create("mem:///InstallationBeacon.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return source;
            }
        };
        if (!javac.getTask(null, null, null, List.of("--release", "11", "-d", folder.toString()), null, List.of(file)).call()) {
            throw new IOException("javac cannot compile a class");
        }
        return Files.readAllBytes(folder.resolve(BEACON.replace('.', '/') + ".class"));
    }

    /** Gives shared libraries their own names back, in names with slashes or with dots. */
    private static String unshade(String text) {
        if (!text.contains("impldep")) {
            return text;
        }
        for (String library : SHARED) {
            text = text.replaceAll(SHADE + library + "(?![A-Za-z0-9_])", library);
            String dots = (SHADE + library).replace('/', '.').replace(".", "\\.");
            text = text.replaceAll(dots + "(?![A-Za-z0-9_])", library.replace('/', '.'));
        }
        return text;
    }

    /** Names, descriptors and strings of a class file all stand in its constant pool (JVMS 4.4), as entries of tag 1. */
    private static byte[] unshade(byte[] bytes) throws IOException {
        if (!new String(bytes, StandardCharsets.ISO_8859_1).contains("impldep")) {
            return bytes;
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        ByteArrayOutputStream buffer = new ByteArrayOutputStream(bytes.length);
        DataOutputStream out = new DataOutputStream(buffer);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> out.writeUTF(unshade(in.readUTF()));
                case 5, 6 -> {
                    out.writeLong(in.readLong());
                    // Long and double take two places.
                    i++;
                }
                case 7, 8, 16, 19, 20 -> out.writeShort(in.readUnsignedShort());
                case 15 -> {
                    out.writeByte(in.readUnsignedByte());
                    out.writeShort(in.readUnsignedShort());
                }
                case 3, 4, 9, 10, 11, 12, 17, 18 -> out.writeInt(in.readInt());
                default -> throw new IOException("a constant with tag " + tag);
            }
        }
        in.transferTo(out);
        return buffer.toByteArray();
    }
}
