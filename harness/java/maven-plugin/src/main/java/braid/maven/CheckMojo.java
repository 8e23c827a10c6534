package braid.maven;

import braid.launch.Executable;
import braid.launch.LaunchException;
import braid.launch.Suite;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/**
 * Checks every schedule of the methods with {@code @BraidTest} and, if they are configured, of main classes. Reports go to
 * {@code target/braid}.
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST,
    threadSafe = true)
public final class CheckMojo extends AbstractMojo {
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Inject
    private ToolchainManager toolchains;

    /** Checks nothing. */
    @Parameter(property = "braid.skip", defaultValue = "false")
    private boolean skip;

    /** Checks nothing, as it lets other tests not run. */
    @Parameter(property = "skipTests", defaultValue = "false")
    private boolean skipTests;

    /** Checks nothing, as nothing was compiled. */
    @Parameter(property = "maven.test.skip", defaultValue = "false")
    private boolean skipCompiled;

    /** Checks only these: {@code Class}, {@code Class#method}, with {@code *} for anything and commas between several. */
    @Parameter(property = "braid.test")
    private String test;

    /** Main classes to check, beside the tests. */
    @Parameter(property = "braid.mains")
    private List<String> mains;

    /** Checks all classes of the project whose names end in {@code Check}, by their main methods. */
    @Parameter(property = "braid.checkClasses", defaultValue = "false")
    private boolean checkClasses;

    /** Gives up after this many seconds, for each test. */
    @Parameter(property = "braid.timeLimit")
    private String timeLimit;

    /** Gives up when a check needs this many megabytes. */
    @Parameter(property = "braid.memoryLimit")
    private String memoryLimit;

    /** Gives up after this many states. */
    @Parameter(property = "braid.maxStates")
    private String maxStates;

    /** What to do about data races: {@code warn}, {@code error} or {@code off}. */
    @Parameter(property = "braid.races")
    private String races;

    /** When timed waits expire, as {@code braid check --time} takes it. */
    @Parameter(property = "braid.time")
    private String time;

    /** What to do about what only goes wrong when a timed wait expires early: {@code warn}, {@code error} or {@code off}. */
    @Parameter(property = "braid.timing")
    private String timing;

    /** Jars and folders with models: classes that stand for methods or classes that Braid could not execute. */
    @Parameter(property = "braid.models")
    private List<File> models;

    /** More options of {@code braid check}. */
    @Parameter
    private List<String> options;

    /** Whether a violation fails the build. */
    @Parameter(property = "braid.failOnViolation", defaultValue = "true")
    private boolean failOnViolation;

    /** Whether a check without a verdict fails the build. */
    @Parameter(property = "braid.failOnInconclusive", defaultValue = "true")
    private boolean failOnInconclusive;

    /** The {@code braid} command; else the one that {@code BRAID} names, the plug-in's own, the one on the {@code PATH}. */
    @Parameter(property = "braid.executable")
    private String executable;

    /** The JDK whose class library the programs run with; else that of the toolchain, else Maven's own. */
    @Parameter(property = "braid.jdk")
    private String jdk;

    /** Where the reports go. */
    @Parameter(property = "braid.reports", defaultValue = "${project.build.directory}/braid")
    private File reports;

    /** Made by Maven. */
    public CheckMojo() { }

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip || skipTests || skipCompiled) {
            getLog().info("Braid checks are skipped.");
            return;
        }
        List<Suite.Result> results;
        try {
            Executable command = Executable.find(executable, "braid.executable", CheckMojo.class.getClassLoader());
            getLog().debug("braid: " + command.path() + " (" + command.from() + ")");
            results = suite(command).run(text -> text.lines().forEach(getLog()::info));
        } catch (LaunchException | DependencyResolutionRequiredException e) {
            throw new MojoExecutionException("Braid cannot check " + project.getId() + ": " + e.getMessage(), e);
        }
        judge(results);
    }

    private Suite suite(Executable command) throws DependencyResolutionRequiredException {
        List<Path> folders = List.of(Path.of(project.getBuild().getTestOutputDirectory()),
            Path.of(project.getBuild().getOutputDirectory()));
        List<Path> sources = new ArrayList<>();
        project.getTestCompileSourceRoots().forEach(root -> sources.add(Path.of(root)));
        project.getCompileSourceRoots().forEach(root -> sources.add(Path.of(root)));
        return new Suite(command, reports.toPath().toAbsolutePath())
            .classPath(project.getTestClasspathElements().stream().map(Path::of).toList())
            .folders(folders)
            .sources(sources)
            .models(models == null ? List.of() : models.stream().map(File::toPath).toList())
            .mains(mains == null ? List.of() : mains)
            .checkClasses(checkClasses)
            .only(test)
            .options(options == null ? List.of() : options)
            .option("--time-limit", timeLimit)
            .option("--memory-limit", memoryLimit)
            .option("--max-states", maxStates)
            .option("--races", races)
            .option("--time", time)
            .option("--timing", timing)
            .jdk(jdkHome())
            .in(project.getBasedir().toPath());
    }

    private String jdkHome() {
        if (jdk != null && !jdk.isBlank()) {
            return jdk;
        }
        Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
        String java = toolchain == null ? null : toolchain.findTool("java");
        return java == null ? System.getProperty("java.home") : Path.of(java).getParent().getParent().toString();
    }

    private void judge(List<Suite.Result> results) throws MojoFailureException {
        Map<Boolean, List<Suite.Result>> failed = results.stream().filter(result -> !result.passed())
            .collect(Collectors.partitioningBy(Suite.Result::isInconclusive));
        for (Suite.Result result : failed.get(false)) {
            getLog().error(result.place() + result.name() + ": " + result.line());
        }
        for (Suite.Result result : failed.get(true)) {
            getLog().error(result.name() + ": " + result.line());
        }
        int violated = failed.get(false).size();
        int inconclusive = failed.get(true).size();
        getLog().info("Braid checks: " + results.size() + ", violated: " + violated + ", inconclusive: " + inconclusive);
        if (violated > 0 && failOnViolation || inconclusive > 0 && failOnInconclusive) {
            throw new MojoFailureException("Braid: " + violated + " violated and " + inconclusive + " inconclusive of "
                + results.size() + " checks; reports are in " + reports);
        }
    }
}
