package braid.junit;

import braid.launch.Check;
import braid.launch.ClassPaths;
import braid.launch.Command;
import braid.launch.Executable;
import braid.launch.Json;
import braid.launch.LaunchException;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;

/** One execution of the engine: each test is a run of the command. */
final class Execution {
    private final EngineExecutionListener listener;
    private final Settings settings;
    private Executable executable;
    /** Class paths of classes: those of all tests of a class are the same. */
    private final Map<Class<?>, String> paths = new LinkedHashMap<>();
    /** With {@code braid.replay}: the tests that the schedule was tried on. */
    private final Map<TestDescriptor, Replayed> replayed = new LinkedHashMap<>();
    /** What is wrong with the configuration. */
    private Optional<String> wrong = Optional.empty();

    Execution(EngineExecutionListener listener, Settings settings) {
        this.listener = listener;
        this.settings = settings;
    }

    /** Runs a descriptor and what is below it. */
    void start(TestDescriptor root) {
        try {
            prepare(root);
        } catch (RuntimeException | LinkageError e) {
            wrong = Optional.of("the engine failed: " + e);
        }
        run(root);
    }

    private void prepare(TestDescriptor root) {
        wrong = settings.wrong();
        if (settings.replay() != null && wrong.isEmpty()) {
            root.getDescendants().forEach(this::replay);
            boolean none = replayed.values().stream().allMatch(Replayed::isOthers);
            replayed.values().removeIf(result -> none && result.isOthers());
        }
    }

    /** What became of a schedule that was tried on a test: a schedule belongs to one test, and the token does not name it. */
    private record Replayed(Check check, LaunchException failure) {
        boolean isOthers() {
            return failure != null && failure.getMessage().startsWith("the token is for another program");
        }
    }

    private void replay(TestDescriptor descriptor) {
        if (descriptor instanceof Descriptors.OfMethod test) {
            try {
                replayed.put(test, new Replayed(check(test), null));
            } catch (LaunchException e) {
                replayed.put(test, new Replayed(null, e));
            }
        }
    }

    private void run(TestDescriptor descriptor) {
        Optional<String> disabled = element(descriptor).flatMap(Tests::disabled);
        if (disabled.isPresent()) {
            listener.executionSkipped(descriptor, disabled.get());
            return;
        }
        Replayed replay = replayed.get(descriptor);
        if (replay != null && replay.isOthers()) {
            listener.executionSkipped(descriptor, "the schedule of braid.replay is that of another test");
            return;
        }
        listener.executionStarted(descriptor);
        TestExecutionResult result = TestExecutionResult.successful();
        if (descriptor instanceof Descriptors.OfMethod test) {
            result = result(test);
        } else if (descriptor instanceof Descriptors.OfClass type) {
            result = Tests.broken(type.testClass())
                .map(e -> TestExecutionResult.failed(new CheckError("not all classes in " + type.testClass().getName()
                    + " can be loaded, so tests may be missing: " + e, e)))
                .orElse(result);
        }
        for (TestDescriptor child : descriptor.getChildren()) {
            run(child);
        }
        listener.executionFinished(descriptor, result);
    }

    private static Optional<AnnotatedElement> element(TestDescriptor descriptor) {
        if (descriptor instanceof Descriptors.OfMethod test) {
            return Optional.of(test.testMethod());
        }
        return descriptor instanceof Descriptors.OfClass type ? Optional.of(type.testClass()) : Optional.empty();
    }

    private TestExecutionResult result(Descriptors.OfMethod test) {
        try {
            Replayed replay = replayed.get(test);
            if (wrong.isPresent()) {
                throw new LaunchException(wrong.get());
            }
            if (replay != null && replay.failure() != null) {
                throw replay.failure();
            }
            return judge(test, replay == null ? check(test) : replay.check());
        } catch (LaunchException e) {
            return TestExecutionResult.failed(failure(test, e.getMessage(), e.getCause()));
        } catch (RuntimeException | LinkageError e) {
            // An exception that leaves the engine fails nothing under old launchers: the build would be green.
            return TestExecutionResult.failed(failure(test, "the engine failed: " + e, e));
        }
    }

    private static Throwable failure(Descriptors.OfMethod test, String message, Throwable cause) {
        Class<?> outermost = test.testClass();
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        String type = test.testClass().getName();
        String method = test.testMethod().getName();
        StackTraceElement here = new StackTraceElement(type, method, outermost.getSimpleName() + ".java", -1);
        return at(new StackTraceElement[] {here}, new CheckError(type + "." + method + ": " + message, cause));
    }

    private Check check(Descriptors.OfMethod test) throws LaunchException {
        if (executable == null) {
            executable = Executable.find(settings.executable(), "braid.executable", Execution.class.getClassLoader());
        }
        String replay = settings.replay();
        Command command = new Command(executable, replay == null ? "check" : "replay");
        if (replay == null) {
            command.addAll(settings.options());
        } else {
            command.add(replay);
        }
        command.add("--jdk", settings.jdk());
        settings.models().forEach(path -> command.add("--models", path));
        String libraries = System.getProperty("java.library.path");
        if (libraries != null) {
            command.add("-D", "java.library.path=" + libraries);
        }
        command.add("--classpath", paths.computeIfAbsent(test.testClass(), ClassPaths::of));
        command.add("--test", test.testClass().getName() + "#" + test.testMethod().getName());
        Path file = null;
        try {
            file = Files.createTempFile("braid-", ".json");
            return Check.run(command, executable, file);
        } catch (IOException e) {
            throw new LaunchException("no temporary file can be made for the report: " + e.getMessage(), e);
        } finally {
            if (file != null) {
                file.toFile().delete();
            }
        }
    }

    /** What the report means for the test; what a reader needs beside the exception goes to standard output. */
    private TestExecutionResult judge(Descriptors.OfMethod test, Check check) {
        Json report = check.report();
        String verdict = report.get("verdict").text("none");
        Json violation = report.get("violation");
        boolean met = report.get("expectation").get("met").isTrue();
        publish(test, report, verdict, violation);
        boolean passed = met && settings.replay() == null;
        boolean warned = !report.get("races").list().isEmpty() || !report.get("timing").get("violations").list().isEmpty();
        if (!passed || warned) {
            System.out.print(told(check.ended().out(), violation.get("token").text()));
            System.out.flush();
        }
        if (passed) {
            return TestExecutionResult.successful();
        }
        Optional<String> unknown = Failures.missingClass(violation).filter(name -> isLoadable(name, test.testClass()));
        if (unknown.isPresent()) {
            return TestExecutionResult.failed(failure(test, "the check did not find class " + unknown.get() + ", which the"
                + " virtual machine has: it is in a place that is no part of the class path", null));
        }
        StackTraceElement[] here = Failures.stack(report.get("test_frame"));
        switch (verdict) {
            case "violated":
                BraidFailure failure = Failures.of(violation);
                String kind = report.get("expectation").get("kind").text();
                if (kind == null) {
                    return TestExecutionResult.failed(failure);
                }
                ExpectedViolationError other =
                    new ExpectedViolationError("a violation of kind " + kind + " is expected: " + failure.getMessage());
                other.initCause(failure);
                other.setStackTrace(here);
                return TestExecutionResult.failed(other);
            case "verified":
                return TestExecutionResult.failed(
                    at(here, new ExpectedViolationError("a violation is expected, and no schedule has one")));
            case "inconclusive":
                return TestExecutionResult.failed(
                    at(here, new InconclusiveError("inconclusive: " + report.get("reason").text("no reason is given"))));
            default:
                return TestExecutionResult.failed(new CheckError("the report has the verdict " + verdict, null));
        }
    }

    /** Whether a class is missing in the check only. */
    private static boolean isLoadable(String name, Class<?> test) {
        try {
            Class.forName(name, false, test.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            // The program would fail without Braid, too.
            return false;
        }
    }

    /** The engine's own lines would lead astray: what failed is the test as a whole. */
    private static Throwable at(StackTraceElement[] here, Throwable failure) {
        failure.setStackTrace(here);
        return failure;
    }

    /** What the command printed; how to see it again is shorter here. */
    private static String told(String out, String token) {
        if (token == null || token.isEmpty()) {
            return out;
        }
        return out.replaceAll("(?m)^ *braid replay " + Pattern.quote(token) + ".*$",
            Matcher.quoteReplacement("    run the test with -Dbraid.replay=" + token));
    }

    private void publish(Descriptors.OfMethod test, Json report, String verdict, Json violation) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("braid.verdict", verdict);
        entry.put("braid.states", Long.toString((long) report.get("stats").get("states").number()));
        String token = violation.get("token").text();
        if (token != null) {
            entry.put("braid.violation", violation.get("one_line").text(violation.get("kind").text("")));
            entry.put("braid.replay", token);
        }
        listener.reportingEntryPublished(test, ReportEntry.from(entry));
    }
}
