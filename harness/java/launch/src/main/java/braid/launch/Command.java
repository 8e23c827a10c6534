package braid.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of the command. Its words go through an argument file, since class paths are long; its output goes to files, so
 * that no thread has to read along; and its standard input is a pipe that nobody writes to, whose end is that of this
 * virtual machine: the command then ends, too.
 */
public final class Command {
    private final Executable executable;
    private final List<String> words = new ArrayList<>();
    private Path directory;

    /** A run of {@code braid VERB}. */
    public Command(Executable executable, String verb) {
        this.executable = executable;
        words.add(verb);
    }

    /** Adds words. */
    public Command add(String... more) {
        words.addAll(List.of(more));
        return this;
    }

    /** Adds words. */
    public Command addAll(List<String> more) {
        words.addAll(more);
        return this;
    }

    /** Where it runs, if not here. */
    public Command in(Path folder) {
        directory = folder;
        return this;
    }

    /** How a run ended: exit code, standard output, standard error. */
    public record Ended(int code, String out, String err) {
        /** The first line of what went wrong, without the command's own name. */
        public String complaint() {
            String text = err.isBlank() ? out : err;
            String line = text.strip().lines().findFirst().orElse("");
            return line.replaceFirst("^(braid|error): ", "");
        }
    }

    /** Runs it to its end. */
    public Ended run() throws LaunchException {
        Path scratch = null;
        try {
            scratch = Files.createTempDirectory("braid-");
            return run(scratch);
        } catch (IOException e) {
            throw new LaunchException(executable.path() + " (" + executable.from() + ") cannot be run: " + e.getMessage(), e);
        } finally {
            delete(scratch);
        }
    }

    private Ended run(Path scratch) throws IOException, LaunchException {
        Path arguments = scratch.resolve("arguments");
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        Files.writeString(arguments, argumentFile(words));
        ProcessBuilder builder = new ProcessBuilder(executable.path().toString(), "@" + arguments);
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        Process process = builder.start();
        try {
            int code = process.waitFor();
            return new Ended(code, read(out), read(err));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LaunchException("interrupted", e);
        } finally {
            end(process);
        }
    }

    /** Whatever happened, no check goes on. */
    private static void end(Process process) throws IOException {
        process.getOutputStream().close();
        if (process.isAlive()) {
            process.destroy();
            try {
                if (!process.waitFor(2, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As {@code java} reads them: each word in quotes, backslash before quotes and backslashes. */
    static String argumentFile(List<String> words) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append('"');
            for (int i = 0; i < word.length(); i++) {
                char c = word.charAt(i);
                switch (c) {
                    case '"', '\\' -> text.append('\\').append(c);
                    case '\n' -> text.append("\\n");
                    case '\r' -> text.append("\\r");
                    case '\t' -> text.append("\\t");
                    case '\f' -> text.append("\\f");
                    default -> text.append(c);
                }
            }
            text.append("\"\n");
        }
        return text.toString();
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static void delete(Path scratch) {
        if (scratch == null) {
            return;
        }
        for (String name : new String[] {"arguments", "out", "err"}) {
            scratch.resolve(name).toFile().delete();
        }
        scratch.toFile().delete();
    }
}
