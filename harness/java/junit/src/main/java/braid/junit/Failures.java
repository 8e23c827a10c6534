package braid.junit;

import braid.launch.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From a violation in a report to the exception that a test ends by. */
final class Failures {
    private Failures() { }

    static BraidFailure of(Json violation) {
        String kind = violation.get("kind").text("unknown");
        String line = violation.get("one_line").text(violation.get("message").text(kind));
        String token = violation.get("token").text("");
        BraidFailure failure = switch (kind.replaceFirst(" .*", "")) {
            case "deadlock" -> new DeadlockError(line, token);
            case "livelock" -> new LivelockError(line, token);
            case "race" -> new DataRaceError(line, token);
            case "assertion" -> new AssertionViolation(line, token);
            case "uncaught" -> new UncaughtExceptionViolation(line, token);
            default -> throw new IllegalArgumentException("a violation of kind " + kind);
        };
        List<Witness> witnesses = witnesses(violation);
        StackTraceElement[] stack = stack(violation.get("frames"));
        if (stack.length == 0 && !witnesses.isEmpty()) {
            // The first thread stands for the failure itself.
            stack = witnesses.remove(0).getStackTrace();
        }
        failure.setStackTrace(stack);
        Throwable cause = cause(violation.get("causes").list(), 0);
        if (cause != null) {
            failure.initCause(cause);
        }
        witnesses.forEach(failure::addSuppressed);
        return failure;
    }

    /** The class that was missing, if that is what a thread ended by. */
    static Optional<String> missingClass(Json violation) {
        Json exception = violation.get("exception");
        String type = exception.get("class").text("");
        boolean is = type.equals("java.lang.NoClassDefFoundError") || type.equals("java.lang.ClassNotFoundException");
        // Other messages of these exceptions are sentences.
        return Optional.ofNullable(exception.get("message").text())
            .filter(name -> is && name.matches("[^\\s\\[;]+"))
            .map(name -> name.replace('/', '.'));
    }

    /** The threads of a deadlock, a livelock or a race. */
    private static List<Witness> witnesses(Json violation) {
        List<Witness> witnesses = new ArrayList<>();
        for (Json thread : violation.get("blocked").list()) {
            String words = "thread " + thread.get("thread").text("?") + " " + thread.get("waits").text("waits");
            witnesses.add(new Witness(words, stack(thread.get("frames")), null));
        }
        for (Json thread : violation.get("loops").list()) {
            String words = "thread " + thread.get("thread").text("?") + " runs for ever";
            witnesses.add(new Witness(words, stack(thread.get("frames")), null));
        }
        for (Json site : violation.get("race").get("sites").list()) {
            String words = "thread " + site.get("thread").text("?") + ": " + site.get("access").text("access") + " of "
                + violation.get("race").get("location").text("?");
            witnesses.add(new Witness(words, stack(site.get("frames")), null));
        }
        return witnesses;
    }

    private static Throwable cause(List<Json> causes, int at) {
        if (at >= causes.size()) {
            return null;
        }
        Json cause = causes.get(at);
        return new Witness(cause.get("message").text("?"), stack(cause.get("frames")), cause(causes, at + 1));
    }

    /** A list of frames, innermost first. */
    static StackTraceElement[] stack(Json frames) {
        return frames.list().stream().map(Failures::element).toArray(StackTraceElement[]::new);
    }

    private static StackTraceElement element(Json frame) {
        // Minus two is a native method, minus one an unknown line.
        int line = frame.get("line").integer(-1);
        return new StackTraceElement(frame.get("class").text("?"), frame.get("method").text("?"), frame.get("file").text(), line);
    }
}
