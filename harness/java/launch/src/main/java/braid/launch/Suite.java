package braid.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The checks of a project, as build plug-ins make them: all {@code @BraidTest} methods of its folders of classes, and main
 * classes if they are asked for. There is one run of the command for each class, with reports of its own.
 */
public final class Suite {
    /** Names the reports of the last time, which are deleted before the next. */
    private static final String WRITTEN = "braid-reports.txt";

    private final Executable executable;
    private final Path reports;
    private final List<Path> classPath = new ArrayList<>();
    private final List<Path> folders = new ArrayList<>();
    private final List<Path> sources = new ArrayList<>();
    private final List<Path> models = new ArrayList<>();
    private final List<String> mains = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private boolean checkClasses;
    private String filter;
    private String jdk;
    private Path directory;

    /** Checks by a command that leave their reports in a folder. */
    public Suite(Executable executable, Path reports) {
        this.executable = executable;
        this.reports = reports;
    }

    /** What became of one test or main class. */
    public record Result(String name, String verdict, boolean passed, String line, String place) {
        /** Whether a limit, or something that is not modelled, ended the check. */
        public boolean isInconclusive() {
            return verdict.equals("inconclusive");
        }
    }

    /** The class path of the checked programs. Entries that do not exist are left out, as the virtual machine does. */
    public Suite classPath(Collection<Path> entries) {
        entries.stream().filter(Files::exists).forEach(classPath::add);
        return this;
    }

    /** Folders of the class path with the tests. */
    public Suite folders(Collection<Path> some) {
        some.stream().filter(Files::isDirectory).forEach(folders::add);
        return this;
    }

    /** Folders with source files, for reports. */
    public Suite sources(Collection<Path> some) {
        some.stream().filter(Files::exists).forEach(sources::add);
        return this;
    }

    /** Jars and folders with models. Unlike entries of a class path they have to be there. */
    public Suite models(Collection<Path> some) {
        models.addAll(some);
        return this;
    }

    /** Main classes to be checked. */
    public Suite mains(Collection<String> classes) {
        mains.addAll(classes);
        return this;
    }

    /** Whether classes whose names end in {@code Check} are main classes to be checked. */
    public Suite checkClasses(boolean yes) {
        checkClasses = yes;
        return this;
    }

    /**
     * Only these: {@code Class}, {@code pkg.Class}, {@code Class#method}, several with commas between them, with
     * {@code *} for anything.
     */
    public Suite only(String patterns) {
        filter = patterns == null || patterns.isBlank() ? null : patterns;
        return this;
    }

    /** Options of {@code braid check}. */
    public Suite options(Collection<String> words) {
        options.addAll(words);
        return this;
    }

    /** Adds an option, if it has a value. */
    public Suite option(String name, Object value) {
        if (value != null) {
            options.add(name + "=" + value);
        }
        return this;
    }

    /** The JDK whose class library the programs run with. */
    public Suite jdk(String home) {
        jdk = home;
        return this;
    }

    /** Where the checks run. */
    public Suite in(Path folder) {
        directory = folder;
        return this;
    }

    /** Makes the checks, one after the other; {@code told} gets what the command prints. */
    public List<Result> run(Consumer<String> told) throws LaunchException {
        clearReports();
        List<Result> results = new ArrayList<>();
        List<String> written = new ArrayList<>();
        for (Map.Entry<String, List<String>> found : tests().entrySet()) {
            String type = found.getKey();
            Command command = command().add("--test", type + "#" + String.join("+", found.getValue()));
            results.addAll(check(command, type, written, told));
        }
        for (String main : mainClasses()) {
            results.addAll(check(command().add("--main", main), main, written, told));
        }
        if (results.isEmpty() && filter != null) {
            throw new LaunchException("nothing to check is called " + filter);
        }
        return results;
    }

    private Command command() {
        Command command = new Command(executable, "check").addAll(options);
        if (directory != null) {
            command.in(directory);
        }
        return place(command);
    }

    /** Adds where classes and sources are. */
    private Command place(Command command) {
        if (jdk != null) {
            command.add("--jdk", jdk);
        }
        sources.forEach(folder -> command.add("--source", folder.toString()));
        models.forEach(path -> command.add("--models", path.toString()));
        return command.add("--classpath", join(classPath));
    }

    private static String join(List<Path> entries) {
        return String.join(File.pathSeparator, entries.stream().map(Path::toString).toList());
    }

    /** The methods with {@code @BraidTest}, by class. */
    private Map<String, List<String>> tests() throws LaunchException {
        Map<String, List<String>> tests = new TreeMap<>();
        if (folders.isEmpty()) {
            return tests;
        }
        Command command = place(new Command(executable, "list-tests").add("--json"));
        folders.forEach(folder -> command.add(folder.toString()));
        Command.Ended ended = command.run();
        if (ended.code() != 0) {
            Check.demandVersion(executable, Check.version(executable));
            throw new LaunchException(ended.complaint());
        }
        Json list;
        try {
            list = Json.parse(ended.out());
        } catch (IllegalArgumentException e) {
            throw new LaunchException("braid list-tests: " + e.getMessage(), e);
        }
        for (Json test : list.get("tests").list()) {
            String type = test.get("class").text("");
            String method = test.get("method").text("");
            boolean ours = "braid".equals(test.get("framework").text());
            if (ours && !test.get("disabled").isTrue() && isWanted(type, method)) {
                tests.computeIfAbsent(type, name -> new ArrayList<>()).add(method);
            }
        }
        return tests;
    }

    private List<String> mainClasses() throws LaunchException {
        List<String> classes = new ArrayList<>(mains);
        for (Path folder : checkClasses ? folders : List.<Path>of()) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith("Check.class") && !name.contains("$"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace(File.separatorChar, '.'))
                    .sorted()
                    .filter(name -> !classes.contains(name))
                    .forEach(classes::add);
            } catch (IOException e) {
                throw new LaunchException(folder + " cannot be read: " + e, e);
            }
        }
        classes.removeIf(name -> !isWanted(name, null));
        return classes;
    }

    private boolean isWanted(String type, String method) {
        if (filter == null) {
            return true;
        }
        for (String pattern : filter.split(",")) {
            String[] parts = pattern.strip().split("#", 2);
            String simple = type.substring(type.lastIndexOf('.') + 1);
            boolean named = matches(parts[0], type) || matches(parts[0], simple);
            boolean of = parts.length < 2 || method != null && Stream.of(parts[1].split("\\+")).anyMatch(m -> matches(m, method));
            if (named && of) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, String name) {
        String regex = Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).reduce((a, b) -> a + ".*" + b).orElse("");
        return name.matches(regex);
    }

    private List<Result> check(Command command, String name, List<String> written, Consumer<String> told)
        throws LaunchException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("sarif", name + ".sarif");
        files.put("html", name + ".html");
        files.put("junit", "TEST-" + name + ".xml");
        files.forEach((kind, file) -> command.add("--report", kind + "=" + reports.resolve(file)));
        written.add(name + ".json");
        written.addAll(files.values());
        remember(written);
        Check check = Check.run(command, executable, reports.resolve(name + ".json"));
        told.accept(check.ended().out());
        List<Json> tests = check.report().get("tests").list();
        List<Result> results = new ArrayList<>();
        for (Json report : tests.isEmpty() ? List.of(check.report()) : tests) {
            results.add(result(name, report));
        }
        return results;
    }

    private static Result result(String name, Json report) {
        String verdict = report.get("verdict").text("none");
        Json expectation = report.get("expectation");
        Json violation = report.get("violation");
        boolean passed = expectation.isNull() ? verdict.equals("verified") : expectation.get("met").isTrue();
        String line = switch (verdict) {
            case "violated" -> violation.get("one_line").text("violated");
            case "verified" -> passed ? "verified" : "a violation is expected, and no schedule has one";
            default -> "inconclusive: " + report.get("reason").text("no reason is given");
        };
        String file = violation.get("file").text();
        String place = file == null ? "" : file + ":" + violation.get("line").integer(1) + ": ";
        return new Result(report.get("test").text(name), verdict, passed, line, place);
    }

    private void clearReports() throws LaunchException {
        Path list = reports.resolve(WRITTEN);
        try {
            Files.createDirectories(reports);
            if (Files.exists(list)) {
                for (String name : Files.readAllLines(list)) {
                    // The file may have come from elsewhere: nothing outside of the folder is touched.
                    if (!name.isBlank() && !name.contains("/")) {
                        Files.deleteIfExists(reports.resolve(name));
                    }
                }
                Files.delete(list);
            }
        } catch (IOException e) {
            throw new LaunchException("the folder for reports cannot be written: " + e, e);
        }
    }

    private void remember(List<String> written) throws LaunchException {
        try {
            Files.write(reports.resolve(WRITTEN), written);
        } catch (IOException e) {
            throw new LaunchException("the folder for reports cannot be written: " + e, e);
        }
    }
}
