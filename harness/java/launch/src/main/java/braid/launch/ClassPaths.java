package braid.launch;

import java.io.File;
import java.io.IOException;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The class path that this virtual machine runs a class with: class loaders, {@code java.class.path} and the module path
 * together. An entry too few would look like a missing class of the program.
 */
public final class ClassPaths {
    private ClassPaths() { }

    /** As {@code --classpath} takes it. Entries that do not exist are left out, as the virtual machine does. */
    public static String of(Class<?> test) {
        Set<Path> entries = new LinkedHashSet<>();
        // Test classes that are patched into a module stand nowhere else.
        addRoot(test, entries);
        addModules(test.getModule().getLayer(), entries);
        addLoaders(test.getClassLoader(), entries);
        addLoaders(Thread.currentThread().getContextClassLoader(), entries);
        addPath(System.getProperty("java.class.path"), entries);
        addModulePath(System.getProperty("jdk.module.path"), entries);
        addModules(ModuleLayer.boot(), entries);
        StringBuilder text = new StringBuilder();
        for (Path entry : entries) {
            text.append(text.isEmpty() ? "" : File.pathSeparator).append(entry);
        }
        return text.toString();
    }

    /** The folder or jar that a class itself comes from. */
    private static void addRoot(Class<?> test, Set<Path> entries) {
        String resource = test.getName().replace('.', '/') + ".class";
        String simple = resource.substring(resource.lastIndexOf('/') + 1);
        URL url = test.getResource(simple);
        if (url == null) {
            return;
        }
        String text = url.toString();
        if (text.startsWith("jar:") && text.endsWith("!/" + resource)) {
            add(text.substring("jar:".length(), text.length() - resource.length() - 2), entries);
        } else if (text.endsWith(resource)) {
            add(text.substring(0, text.length() - resource.length()), entries);
        }
    }

    private static void addLoaders(ClassLoader loader, Set<Path> entries) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    add(url.toString(), entries);
                }
            }
        }
    }

    private static void addPath(String path, Set<Path> entries) {
        if (path != null) {
            for (String entry : path.split(File.pathSeparator)) {
                // An empty entry is the working directory.
                addExisting(Path.of(entry), entries);
            }
        }
    }

    /** Each entry is a jar, a module's folder, or a folder of these. */
    private static void addModulePath(String path, Set<Path> entries) {
        if (path == null || path.isEmpty()) {
            return;
        }
        for (String text : path.split(File.pathSeparator)) {
            Path entry = Path.of(text);
            if (!Files.isDirectory(entry) || Files.exists(entry.resolve("module-info.class"))) {
                addExisting(entry, entries);
                continue;
            }
            try (DirectoryStream<Path> children = Files.newDirectoryStream(entry)) {
                for (Path child : children) {
                    if (child.toString().endsWith(".jar") || Files.exists(child.resolve("module-info.class"))) {
                        addExisting(child, entries);
                    }
                }
            } catch (IOException e) {
                // A folder that cannot be read is none for the virtual machine either.
                continue;
            }
        }
    }

    private static void addModules(ModuleLayer layer, Set<Path> entries) {
        if (layer != null) {
            for (ResolvedModule module : layer.configuration().modules()) {
                module.reference().location().filter(at -> at.getScheme().equals("file"))
                    .ifPresent(at -> add(at.toString(), entries));
            }
        }
    }

    private static void add(String url, Set<Path> entries) {
        try {
            URI uri = new URI(url);
            if ("file".equals(uri.getScheme())) {
                addExisting(Path.of(uri), entries);
            }
        } catch (URISyntaxException e) {
            // Loaders of tools may name files with spaces as they are.
            if (url.startsWith("file:")) {
                addExisting(Path.of(url.substring("file:".length())), entries);
            }
        }
    }

    private static void addExisting(Path entry, Set<Path> entries) {
        if (Files.exists(entry)) {
            entries.add(entry.toAbsolutePath().normalize());
        }
    }
}
