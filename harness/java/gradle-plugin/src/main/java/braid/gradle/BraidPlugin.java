package braid.gradle;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.jvm.toolchain.JavaToolchainService;
import org.gradle.language.base.plugins.LifecycleBasePlugin;

/** Adds {@code braidCheck} to projects with Java, as a part of {@code check}. */
public final class BraidPlugin implements Plugin<Project> {
    /** The extension, as build scripts call it. */
    static final String EXTENSION = "braid";
    /** The task. */
    static final String TASK = "braidCheck";

    /** For Gradle. */
    public BraidPlugin() { }

    @Override
    public void apply(Project project) {
        BraidExtension extension = project.getExtensions().create(EXTENSION, BraidExtension.class);
        extension.getCheckClasses().convention(false);
        extension.getIgnoreFailures().convention(false);
        extension.getFailOnInconclusive().convention(true);
        extension.getReports().convention(project.getLayout().getBuildDirectory().dir("reports/braid"));
        project.getPluginManager().withPlugin("java", java -> withJava(project, extension));
    }

    private static void withJava(Project project, BraidExtension extension) {
        JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
        JavaToolchainService toolchains = project.getExtensions().getByType(JavaToolchainService.class);
        SourceSetContainer sets = java.getSourceSets();
        SourceSet main = sets.getByName(SourceSet.MAIN_SOURCE_SET_NAME);
        SourceSet tests = sets.getByName(SourceSet.TEST_SOURCE_SET_NAME);
        FileCollection folders = tests.getOutput().getClassesDirs().plus(main.getOutput().getClassesDirs());
        FileCollection sources = tests.getJava().getSourceDirectories().plus(main.getJava().getSourceDirectories());
        TaskProvider<BraidCheck> check = project.getTasks().register(TASK, BraidCheck.class, task -> {
            task.setGroup(LifecycleBasePlugin.VERIFICATION_GROUP);
            task.setDescription("Checks every schedule of the Braid tests.");
            task.getClasspath().from(tests.getRuntimeClasspath());
            task.getFolders().from(folders);
            task.getSources().from(sources);
            task.getModels().from(extension.getModels());
            task.getJavaLauncher().convention(toolchains.launcherFor(java.getToolchain()));
            task.getTest().convention(extension.getTest());
            task.getMains().convention(extension.getMains());
            task.getCheckClasses().convention(extension.getCheckClasses());
            task.getOptions().convention(extension.getOptions());
            task.option("--time-limit", extension.getTimeLimit());
            task.option("--memory-limit", extension.getMemoryLimit());
            task.option("--max-states", extension.getMaxStates());
            task.option("--races", extension.getRaces());
            task.option("--time", extension.getTime());
            task.option("--timing", extension.getTiming());
            task.getIgnoreFailures().convention(extension.getIgnoreFailures());
            task.getFailOnInconclusive().convention(extension.getFailOnInconclusive());
            task.getExecutable().convention(extension.getExecutable());
            task.getReports().convention(extension.getReports());
            task.getProjectFolder().set(project.getLayout().getProjectDirectory().getAsFile().getPath());
        });
        project.getTasks().named(LifecycleBasePlugin.CHECK_TASK_NAME, task -> task.dependsOn(check));
    }
}
