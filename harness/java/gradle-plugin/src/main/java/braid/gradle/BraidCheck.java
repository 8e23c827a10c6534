package braid.gradle;

import braid.launch.Executable;
import braid.launch.LaunchException;
import braid.launch.Suite;
import braid.launch.Version;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFile;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.VerificationException;
import org.gradle.api.tasks.options.Option;
import org.gradle.jvm.toolchain.JavaLauncher;

/**
 * Checks every schedule of the methods with {@code @BraidTest} and, if they are configured, of main classes.
 *
 * <p>A verdict is a function of the inputs. How far a check gets before a limit is not: such results are neither up to
 * date the next time nor stored in the build cache.
 */
@CacheableTask
public abstract class BraidCheck extends DefaultTask {
    /** In the folder with the reports, if a check ended without a verdict. */
    private static final String LIMITED = "inconclusive.txt";

    /** For Gradle, which makes the class that has the properties. */
    public BraidCheck() {
        getOutputs().upToDateWhen(task -> !Files.exists(limited()));
    }

    /** What the programs run with. */
    @Classpath
    public abstract ConfigurableFileCollection getClasspath();

    /** The folders of the class path that have the tests. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public abstract ConfigurableFileCollection getFolders();

    /** Source folders: reports show lines of them. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public abstract ConfigurableFileCollection getSources();

    /** Jars and folders with models. */
    @Classpath
    public abstract ConfigurableFileCollection getModels();

    /** The JDK whose class library the programs run with. */
    @Nested
    public abstract Property<JavaLauncher> getJavaLauncher();

    /** Only these tests. */
    @Input
    @Optional
    @Option(option = "tests", description = "Checks only these: Class, Class#method, with * for anything.")
    public abstract Property<String> getTest();

    /** Main classes. */
    @Input
    public abstract ListProperty<String> getMains();

    /** Whether classes whose names end in {@code Check} are checked, by their main methods. */
    @Input
    public abstract Property<Boolean> getCheckClasses();

    /** Options of {@code braid check} with their values. */
    @Input
    public abstract MapProperty<String, String> getSearch();

    /** More options of {@code braid check}. */
    @Input
    public abstract ListProperty<String> getOptions();

    /** Whether the build goes on after failures. */
    @Input
    public abstract Property<Boolean> getIgnoreFailures();

    /** Whether a check without a verdict is a failure. */
    @Input
    public abstract Property<Boolean> getFailOnInconclusive();

    /** The command, if it is named. */
    @InputFile
    @Optional
    @PathSensitive(PathSensitivity.NONE)
    public abstract RegularFileProperty getExecutable();

    /** The version of the command. */
    @Input
    public String getVersion() {
        return Version.own();
    }

    /** Where checks run. */
    @Internal
    public abstract Property<String> getProjectFolder();

    /** Where the reports go. */
    @OutputDirectory
    public abstract DirectoryProperty getReports();

    /** Adds an option that has a value or none. */
    void option(String name, Provider<?> value) {
        getSearch().putAll(value.map(set -> Map.of(name, set.toString())).orElse(Map.of()));
    }

    /** Makes the checks. */
    @TaskAction
    public void check() {
        List<Suite.Result> results;
        try {
            File named = getExecutable().map(file -> file.getAsFile()).getOrNull();
            Executable command = Executable.find(named == null ? null : named.getPath(), "braid.executable",
                BraidCheck.class.getClassLoader());
            Files.deleteIfExists(limited());
            results = suite(command).run(text -> getLogger().info(text));
        } catch (LaunchException | IOException e) {
            throw new GradleException("Braid cannot check: " + e.getMessage(), e);
        }
        judge(results);
    }

    private Suite suite(Executable command) {
        Suite suite = new Suite(command, reports())
            .classPath(paths(getClasspath()))
            .folders(paths(getFolders()))
            .sources(paths(getSources()))
            .models(paths(getModels()))
            .mains(getMains().get())
            .checkClasses(getCheckClasses().get())
            .only(getTest().getOrNull())
            .options(getOptions().get())
            .jdk(getJavaLauncher().get().getMetadata().getInstallationPath().getAsFile().getPath())
            .in(Path.of(getProjectFolder().get()));
        getSearch().get().forEach(suite::option);
        return suite;
    }

    private void judge(List<Suite.Result> results) {
        List<String> unfinished = new ArrayList<>();
        int violated = 0;
        int inconclusive = 0;
        for (Suite.Result result : results) {
            if (result.isInconclusive()) {
                unfinished.add(result.name() + ": " + result.line());
            }
            if (!result.passed()) {
                violated += result.isInconclusive() ? 0 : 1;
                inconclusive += result.isInconclusive() ? 1 : 0;
                getLogger().error("{}{}: {}", result.isInconclusive() ? "" : result.place(), result.name(), result.line());
            }
        }
        if (!unfinished.isEmpty()) {
            rememberLimits(unfinished);
        }
        if (violated == 0 && (inconclusive == 0 || !getFailOnInconclusive().get())) {
            return;
        }
        String message = "Braid: " + violated + " violated and " + inconclusive + " inconclusive of " + results.size()
            + " checks; reports are in " + reports();
        if (!getIgnoreFailures().get()) {
            throw new VerificationException(message);
        }
        getLogger().warn(message);
    }

    private void rememberLimits(List<String> unfinished) {
        try {
            Files.write(limited(), unfinished);
            // Whether outputs are stored is decided before a task runs; this is the only way to change it afterwards.
            Method refuse = getOutputs().getClass().getMethod("doNotStoreInCache");
            refuse.invoke(getOutputs());
        } catch (ReflectiveOperationException e) {
            throw new GradleException("a check reached a limit, and this version of Gradle would store the result in its build"
                + " cache: let the check finish, or use outputs.doNotCacheIf for " + getPath(), e);
        } catch (IOException e) {
            throw new GradleException("the folder for reports cannot be written: " + e.getMessage(), e);
        }
    }

    private static List<Path> paths(Iterable<File> files) {
        List<Path> paths = new ArrayList<>();
        files.forEach(file -> paths.add(file.toPath()));
        return paths;
    }

    private Path reports() {
        return getReports().get().getAsFile().toPath();
    }

    private Path limited() {
        return reports().resolve(LIMITED);
    }
}
