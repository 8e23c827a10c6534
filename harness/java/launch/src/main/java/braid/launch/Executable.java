package braid.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The {@code braid} command. Looked for in this order: what the user named by a parameter, the environment's
 * {@code BRAID}, the resource of {@code braid-native} on the class path, the {@code PATH}. What is named and not there is
 * an error; the next place is not tried then.
 */
public record Executable(Path path, String from) {

    /** Finds the command. {@code named} is what the user named, or null; {@code by} is what the parameter is called. */
    public static Executable find(String named, String by, ClassLoader loader) throws LaunchException {
        if (named != null && !named.isBlank()) {
            return given(named, by);
        }
        String variable = System.getenv("BRAID");
        if (variable != null && !variable.isBlank()) {
            return given(variable, "the environment variable BRAID");
        }
        String platform = platform();
        Executable extracted = extracted(platform, loader);
        if (extracted != null) {
            return extracted;
        }
        String places = System.getenv("PATH");
        for (String place : (places == null ? "" : places).split(File.pathSeparator)) {
            if (!place.isEmpty()) {
                Path candidate = Path.of(place, "braid");
                if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                    return new Executable(candidate, "PATH");
                }
            }
        }
        throw new LaunchException("there is no braid command for " + platform + ": neither " + by
            + " nor the environment variable BRAID names one, no braid-native on the class path has one for " + platform
            + ", and there is none on the PATH");
    }

    private static Executable given(String file, String by) throws LaunchException {
        Path path;
        try {
            path = Path.of(file);
        } catch (InvalidPathException e) {
            throw new LaunchException(by + " names " + file + ", which is no path", e);
        }
        if (!Files.isRegularFile(path)) {
            throw new LaunchException(by + " names " + file + ", and there is no such file");
        }
        if (!Files.isExecutable(path)) {
            throw new LaunchException(by + " names " + file + ", which cannot be executed");
        }
        return new Executable(path.toAbsolutePath(), by);
    }

    /** As {@code linux-x86_64}. */
    static String platform() {
        String os = System.getProperty("os.name", "unknown").toLowerCase(Locale.ROOT).replaceAll("\\s.*", "");
        String arch = System.getProperty("os.arch", "unknown").toLowerCase(Locale.ROOT);
        return os + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    private static Executable extracted(String platform, ClassLoader loader) throws LaunchException {
        String resource = "braid/native/" + platform + "/braid";
        try (InputStream sum = loader.getResourceAsStream(resource + ".sha256")) {
            if (sum == null) {
                return null;
            }
            String checksum = new String(sum.readAllBytes(), StandardCharsets.US_ASCII).trim();
            if (!checksum.matches("[0-9a-f]{64}")) {
                throw new LaunchException("the resource " + resource + ".sha256 holds no checksum");
            }
            return new Executable(inCache(checksum, resource, loader), "braid-native");
        } catch (IOException e) {
            throw new LaunchException("the resource " + resource + ".sha256 cannot be read: " + e, e);
        }
    }

    /** The command out of the cache, put there if it is not; the first folder counts where it can be executed. */
    private static Path inCache(String checksum, String resource, ClassLoader loader) throws LaunchException {
        List<String> tried = new ArrayList<>();
        String name = "braid-" + checksum.substring(0, 32);
        for (Path folder : caches()) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return file;
            }
            try {
                Files.createDirectories(folder);
                extract(resource, checksum, loader, folder, file);
            } catch (IOException e) {
                tried.add(folder + " (" + e + ")");
                continue;
            }
            if (Files.isExecutable(file)) {
                return file;
            }
            tried.add(folder + " (nothing can be executed there)");
        }
        if (System.getProperty("braid.cache") == null) {
            try {
                // A folder that others know beforehand could hold a command of theirs, so this one is new each time.
                Path fresh = Files.createTempDirectory("braid-command-");
                Path file = fresh.resolve(name);
                fresh.toFile().deleteOnExit();
                file.toFile().deleteOnExit();
                extract(resource, checksum, loader, fresh, file);
                if (Files.isExecutable(file)) {
                    return file;
                }
                tried.add(fresh + " (nothing can be executed there)");
            } catch (IOException e) {
                tried.add("a temporary folder (" + e + ")");
            }
        }
        throw new LaunchException("the braid command of braid-native cannot be extracted: " + String.join(", ", tried)
            + "; name another folder by the system property braid.cache, or a command by BRAID");
    }

    /** Folders that stay, the best first. */
    private static List<Path> caches() {
        String named = System.getProperty("braid.cache");
        if (named != null && !named.isBlank()) {
            return List.of(Path.of(named).toAbsolutePath());
        }
        List<Path> folders = new ArrayList<>();
        String xdg = System.getenv("XDG_CACHE_HOME");
        if (xdg != null && xdg.startsWith("/")) {
            folders.add(Path.of(xdg, "braid"));
        }
        String home = System.getProperty("user.home");
        if (home != null && home.startsWith("/")) {
            folders.add(Path.of(home, ".cache", "braid"));
        }
        return folders;
    }

    /** Complete or not there at all: other processes may be doing the same. */
    private static void extract(String resource, String checksum, ClassLoader loader, Path folder, Path file)
        throws IOException {
        Path part = Files.createTempFile(folder, "braid-", ".part");
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = loader.getResourceAsStream(resource)) {
                if (in == null) {
                    throw new IOException("the class path has " + resource + ".sha256 without " + resource);
                }
                Files.copy(new DigestInputStream(in, digest), part, StandardCopyOption.REPLACE_EXISTING);
            }
            if (!HexFormat.of().formatHex(digest.digest()).equals(checksum)) {
                throw new IOException("the resource " + resource + " does not have its checksum");
            }
            Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
