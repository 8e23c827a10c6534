package braid.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What became of a run of {@code braid check} or {@code braid replay}: the report, and what was printed. */
public record Check(Command.Ended ended, Json report) {
    /** Bad input or usage. */
    public static final int BAD_INPUT = 3;

    /**
     * Runs a command that writes its report for programs to {@code file}.
     *
     * @throws LaunchException if there is no verdict: bad input, another version, a crash
     */
    public static Check run(Command command, Executable executable, Path file) throws LaunchException {
        command.add("--exit-with-stdin", "--report", "json=" + file);
        Command.Ended ended = command.run();
        if (ended.code() < 0 || ended.code() > BAD_INPUT) {
            throw new LaunchException(executable.path() + " (" + executable.from() + ") ended with exit code "
                + ended.code() + ": " + ended.complaint());
        }
        Json report = read(file);
        // A report of another version may mean something else, and one that does not even understand the words says why.
        String version = report == null ? version(executable) : report.get("tool").get("version").text("(an unknown version)");
        demandVersion(executable, version);
        if (report == null) {
            throw new LaunchException(ended.complaint());
        }
        if (ended.code() == BAD_INPUT) {
            throw new LaunchException(report.get("reason").text(ended.complaint()).replaceFirst("^bad input: ", ""));
        }
        return new Check(ended, report);
    }

    /** A command of another version is refused, whatever it says. */
    static void demandVersion(Executable executable, String version) throws LaunchException {
        if (!Version.own().equals(version)) {
            throw new LaunchException(executable.path() + " (" + executable.from() + ") is Braid " + version
                + ", and the Java side is " + Version.own() + ": use the same version of both");
        }
    }

    private static Json read(Path file) throws LaunchException {
        try {
            if (!Files.exists(file) || Files.size(file) == 0) {
                return null;
            }
            return Json.parse(Files.readString(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new LaunchException("the report " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** What {@code braid --version} says. */
    static String version(Executable executable) throws LaunchException {
        String said = new Command(executable, "--version").run().out().strip();
        return said.startsWith("braid ") ? said.substring("braid ".length()).strip() : "(an unknown version)";
    }
}
