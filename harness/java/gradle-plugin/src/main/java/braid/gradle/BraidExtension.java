package braid.gradle;

import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;

/** What a build script can say in {@code braid { }}. What it leaves open is up to the tests' annotations. */
public abstract class BraidExtension {
    /** For Gradle, which makes the class that has the properties. */
    public BraidExtension() { }

    /** Only these tests: {@code Class}, {@code Class#method}, with {@code *} for anything and commas between several. */
    public abstract Property<String> getTest();

    /** Main classes to check, beside the tests. */
    public abstract ListProperty<String> getMains();

    /** Whether classes whose names end in {@code Check} are checked, by their main methods. */
    public abstract Property<Boolean> getCheckClasses();

    /** Gives up after this many seconds, for each test. */
    public abstract Property<Double> getTimeLimit();

    /** Gives up when a check needs this many megabytes. */
    public abstract Property<Long> getMemoryLimit();

    /** Gives up after this many states. */
    public abstract Property<Long> getMaxStates();

    /** What to do about data races: {@code warn}, {@code error} or {@code off}. */
    public abstract Property<String> getRaces();

    /** When timed waits expire, as {@code braid check --time} takes it. */
    public abstract Property<String> getTime();

    /** What to do about what only goes wrong when a timed wait expires early: {@code warn}, {@code error} or {@code off}. */
    public abstract Property<String> getTiming();

    /** Jars and folders with models: classes that stand for methods or classes that Braid could not execute. */
    public abstract ConfigurableFileCollection getModels();

    /** More options of {@code braid check}. */
    public abstract ListProperty<String> getOptions();

    /** Whether the build goes on after violations and checks without a verdict. */
    public abstract Property<Boolean> getIgnoreFailures();

    /** Whether a check without a verdict is a failure. */
    public abstract Property<Boolean> getFailOnInconclusive();

    /** The {@code braid} command; else the one that {@code BRAID} names, the plug-in's own, the one on the {@code PATH}. */
    public abstract RegularFileProperty getExecutable();

    /** Where the reports go. */
    public abstract DirectoryProperty getReports();
}
