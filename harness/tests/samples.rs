//! The sample projects under real Maven and Gradle, on JDK 17 and 25: what a developer sees is what is compared here.
//!
//! They run in copies whose paths have a space in them, with the artifacts of this build in a repository of the tests' own.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;
use support::artifacts::{copy, markers, repository, root};
use support::jdk::{Jdk, judged, preferably, tested};
use support::process::run_with_deadline;
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(900);

/// One build at a time: each of them keeps the processors busy, and the first fetches what the others need.
static BUILDS: Mutex<()> = Mutex::new(());

/// A copy of a sample.
struct Project {
    folder: TempDir,
    /// The JDK that the build runs on.
    jdk: PathBuf,
}

/// How a build ended, and what it printed.
struct Built {
    code: Option<i32>,
    said: String,
}

impl Built {
    #[track_caller]
    fn ended_with(self, code: i32) -> Built {
        assert_eq!(self.code, Some(code), "{}", self.said);
        self
    }

    #[track_caller]
    fn says(&self, wanted: &str) {
        assert!(self.said.contains(wanted), "no {wanted} in\n{}", self.said);
    }

    #[track_caller]
    fn keeps_silent_about(&self, unwanted: &str) {
        assert!(!self.said.contains(unwanted), "{unwanted} in\n{}", self.said);
    }
}

impl Project {
    fn new(sample: &str, jdk: &Jdk) -> Project {
        let folder = TempDir::new("a sample").expect("a temporary directory");
        copy(&root().join("harness/samples").join(sample), folder.path());
        Project { folder, jdk: jdk.home.clone() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, command: &mut Command) -> Built {
        let _alone = BUILDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        command.current_dir(self.folder.path()).env("JAVA_HOME", &self.jdk).env_remove("BRAID");
        command.env("XDG_CACHE_HOME", self.path("a cache"));
        let outcome = run_with_deadline(command, "", DEADLINE).expect("the build ends");
        let said = [&outcome.stdout[..], &outcome.stderr[..]].map(String::from_utf8_lossy).join("\n");
        Built { code: outcome.code, said }
    }

    /// Runs Maven; without the network, unless something is missing yet.
    fn mvn(&self, arguments: &[&str]) -> Built {
        let run = |more: &[&str]| {
            let mut mvn = Command::new("mvn");
            mvn.arg("-B").arg(format!("-Dmaven.repo.local={}", repository().display())).args(more).args(arguments);
            self.run(&mut mvn)
        };
        let built = run(&["-o"]);
        let misses = ["in offline mode", "PluginResolutionException", "DependencyResolutionException"];
        if misses.iter().any(|miss| built.said.contains(miss)) { run(&[]) } else { built }
    }

    /// Runs Gradle, in a home of the tests' own; its daemon ends when the tests no longer need it.
    fn gradle(&self, arguments: &[&str]) -> Built {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gradle-home");
        let mut gradle = Command::new(root().join("scripts/gradle"));
        gradle.arg(format!("-Dmaven.repo.local={}", repository().display())).arg("--gradle-user-home").arg(home);
        gradle.args(["-Dorg.gradle.daemon.idletimeout=30000", "--console=plain"]).args(arguments);
        gradle.env("BRAID_GRADLE_REPO", repository()).env("CARGO_TARGET_DIR", target());
        self.run(&mut gradle)
    }

    /// A test's case in the XML that Surefire or Gradle leaves.
    fn case(&self, report: &str, test: &str) -> Case {
        let file = self.path(report);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let cases: Vec<&str> = text.split("<testcase ").skip(1).collect();
        let named = [format!("name=\"{test}\""), format!("name=\"{test}()\"")];
        let case = cases.iter().find(|case| named.iter().any(|name| case.contains(name)));
        let case = case.unwrap_or_else(|| panic!("no {test} in {}:\n{text}", file.display()));
        let kind = ["failure", "error", "skipped"].into_iter().find(|kind| case.contains(&format!("<{kind}")));
        Case { kind: kind.unwrap_or("passed"), text: (*case).to_owned() }
    }

    /// The number of a marked line.
    fn line(&self, source: &str, marker: &str) -> usize {
        let marks = markers(&self.path(source));
        marks.iter().find(|(name, _)| name == marker).unwrap_or_else(|| panic!("{source}: no {marker}")).1
    }
}

/// A test case of a report.
struct Case {
    kind: &'static str,
    text: String,
}

/// The target directory of this build.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in the target directory").to_owned()
}

#[test]
fn one_dependency_and_an_annotation_are_enough() {
    // Three lines of XML at most.
    let pom = std::fs::read_to_string(root().join("harness/samples/maven-zero/pom.xml")).expect("the sample");
    let from = pom.find("<!-- All that Braid needs: -->").expect("the place is marked");
    let lines: Vec<&str> = pom[from..].lines().skip(1).take_while(|line| !line.contains("</dependencies>")).collect();
    assert!(lines.len() <= 3, "{lines:#?}");
    assert_eq!(pom.matches("braid").count(), 2, "nothing else of the project knows Braid than group and artifact");

    for jdk in &tested() {
        // JUnit 6 wants a newer Java than JUnit 5, and than some of ours.
        let versions = if jdk.version == 25 { vec!["-Djunit.version=6.1.3"] } else { vec![] };
        let project = Project::new("maven-zero", jdk);
        let built = project.mvn(&[&["test"], &versions[..]].concat()).ended_with(1);
        built.says("Tests run: 9, Failures: 5, Errors: 1, Skipped: 0");
        let report = "target/surefire-reports/TEST-com.example.AccountTest.xml";
        for (test, class, source, frame) in [
            ("deadlock", "DeadlockError", "main/java/com/example/Account.java", "Account.transferCarelessly"),
            ("race", "DataRaceError", "main/java/com/example/Account.java", "Account.deposit"),
            ("lostUpdate", "AssertionViolation", "test/java/com/example/AccountTest.java", "AccountTest.lostUpdate"),
            ("uncaught", "UncaughtExceptionViolation", "main/java/com/example/Account.java", "Account.withdraw"),
            ("livelock", "LivelockError", "main/java/com/example/Account.java", "Account.awaitOpen"),
        ] {
            let case = project.case(report, test);
            assert_eq!(case.kind, "failure", "{}", case.text);
            assert!(case.text.contains(&format!("type=\"braid.junit.{class}\"")), "{}", case.text);
            let file = source.rsplit('/').next().expect("a path has an end");
            let line = project.line(&format!("src/{source}"), class);
            let frame = format!("at com.example.{frame}({file}:{line})");
            assert!(case.text.contains(&frame), "no {frame} in {}", case.text);
            assert!(case.text.contains("run the test with -Dbraid.replay=b1-"), "{}", case.text);
        }
        let case = project.case(report, "tooLittleTime");
        assert_eq!(case.kind, "error", "{}", case.text);
        assert!(case.text.contains("inconclusive: the time limit of 0.01 s is reached"), "{}", case.text);
        assert!(case.text.contains("at com.example.AccountTest.tooLittleTime(AccountTest.java:"), "{}", case.text);
        assert_eq!(project.case(report, "transfersKeepTheSum").kind, "passed");
    }
}

#[test]
fn tests_are_chosen_and_schedules_run_again_by_properties() {
    let project = Project::new("maven-zero", &judged());
    // Of two tests by name, Jupiter's is left out by its lack of the tag.
    let only = ["test", "-Dtest=AccountTest#transfersKeepTheSum+startsWithTen", "-Dgroups=braid"];
    project.mvn(&only).ended_with(0).says("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
    let built = project.mvn(&["test", "-Dtest=AccountTest#deadlock"]).ended_with(1);
    built.says("Tests run: 1, Failures: 1, Errors: 0, Skipped: 0");
    let at = built.said.find("-Dbraid.replay=").expect("how to see it again is told");
    let replay = built.said[at..].split_whitespace().next().expect("a token");
    let built = project.mvn(&["test", "-Dtest=AccountTest#deadlock+livelock", replay]).ended_with(1);
    built.says("Tests run: 2, Failures: 1, Errors: 0, Skipped: 1");
    built.says("braid.junit.DeadlockError: deadlock: ");
    let wrong = ["test", "-Dtest=AccountTest#transfersKeepTheSum", "-Dbraid.executable=/no/braid"];
    project.mvn(&wrong).ended_with(1).says("braid.executable names /no/braid, and there is no such file");
}

#[test]
fn maven_builds_of_many_kinds_show_the_same() {
    for jdk in &tested() {
        let project = Project::new("maven-builds", jdk);
        let built = project.mvn(&["verify", "-fae", "-Dmaven.test.failure.ignore=true"]).ended_with(1);
        for module in ["plain", "old", "modular", "vintage", "app"] {
            let report = format!("{module}/target/surefire-reports/TEST-com.example.{module}.CounterTest.xml");
            let test = format!("{module}/src/test/java/com/example/{module}/CounterTest.java");
            let case = project.case(&report, "losesCounts");
            assert_eq!(case.kind, "failure", "{module}: {}", case.text);
            let line = project.line(&test, "AssertionViolation");
            let frame = format!("at com.example.{module}.CounterTest.losesCounts(CounterTest.java:{line})");
            assert!(case.text.contains("braid.junit.AssertionViolation"), "{module}: {}", case.text);
            assert!(case.text.contains(&frame), "{module}: no {frame} in {}", case.text);
            assert_eq!(project.case(&report, "countsWithALock").kind, "passed", "{module}");
        }
        let ignored =
            project.case("vintage/target/surefire-reports/TEST-com.example.vintage.CounterTest.xml", "isIgnored");
        assert_eq!(ignored.kind, "skipped");

        // The plug-in: tests, a main class and a class called Check.
        built.says("Braid checks: 4, violated: 2, inconclusive: 0");
        built.says("Braid: 2 violated and 0 inconclusive of 4 checks");
        let reports = project.path("plugin/target/braid");
        for name in ["com.example.plugin.CounterTest", "com.example.plugin.Main", "com.example.plugin.LockOrderCheck"] {
            for file in
                [format!("{name}.json"), format!("{name}.sarif"), format!("{name}.html"), format!("TEST-{name}.xml")]
            {
                let size = std::fs::metadata(reports.join(&file)).map(|about| about.len());
                assert!(size.is_ok_and(|size| size > 0), "no {file}");
            }
        }
        let source = "plugin/src/test/java/com/example/plugin/LockOrderCheck.java";
        let line = project.line(source, "deadlock");
        built.says(&format!("LockOrderCheck.java:{line}: com.example.plugin.LockOrderCheck: deadlock: "));
        let case = project.case("plugin/target/braid/TEST-com.example.plugin.CounterTest.xml", "losesCounts");
        assert_eq!(case.kind, "failure", "{}", case.text);
    }
}

#[test]
fn parameters_of_the_maven_plugin_count() {
    let project = Project::new("maven-builds", &judged());
    // Compiled once; then the goal alone, which has the project's configuration.
    let built = project.mvn(&["verify", "-pl", "plugin", "-Dbraid.failOnViolation=false"]).ended_with(0);
    built.says("Braid checks: 4, violated: 2, inconclusive: 0");
    let run = |more: &[&str]| project.mvn(&[&["braid:check", "-pl", "plugin"], more].concat());
    run(&["-Dbraid.test=Counter*#counts*"]).ended_with(0).says("Braid checks: 1, violated: 0, inconclusive: 0");
    run(&["-Dbraid.maxStates=1", "-Dbraid.test=Main"]).ended_with(1).says("Main: inconclusive: the limit of 1 states");
    run(&["-Dbraid.maxStates=1", "-Dbraid.test=Main", "-Dbraid.failOnInconclusive=false"]).ended_with(0);
    run(&["-Dbraid.test=Nothing"]).ended_with(1).says("nothing to check is called Nothing");
    run(&["-Dbraid.reports=/proc/braid"]).ended_with(1).says("the folder for reports cannot be written: ");
    run(&["-DskipTests"]).ended_with(0).says("Braid checks are skipped.");
}

#[test]
fn the_gradle_plugin_is_up_to_date_cached_and_configured_once() {
    let project = Project::new("gradle", &judged());
    let flags = ["--build-cache", "--configuration-cache"];
    let run = |tasks: &[&str]| project.gradle(&[&flags[..], tasks].concat());
    let html = project.path("build/reports/braid/com.example.CounterTest.html");
    let built = run(&["check"]).ended_with(0);
    built.says("> Task :braidCheck\n");
    assert!(html.exists());
    let built = run(&["check"]).ended_with(0);
    built.says("> Task :braidCheck UP-TO-DATE");
    built.says("Reusing configuration cache.");
    run(&["clean"]).ended_with(0);
    assert!(!html.exists());
    run(&["check"]).ended_with(0).says("> Task :braidCheck FROM-CACHE");
    assert!(html.exists());

    // What reaches a limit fails; where that is ignored, it is neither up to date nor from the cache.
    let limited = ["braidCheck", "-PmaxStates=1"];
    let built = run(&limited).ended_with(1);
    built.says("com.example.CounterTest.countsWithALock: inconclusive: the limit of 1 states is reached");
    let ignored = ["braidCheck", "-PmaxStates=1", "-PignoreFailures"];
    run(&ignored).ended_with(0).says("Braid: 0 violated and 2 inconclusive of 2 checks");
    let built = run(&[&["clean"], &ignored[..]].concat()).ended_with(0);
    built.keeps_silent_about("FROM-CACHE");
    built.says("Braid: 0 violated and 2 inconclusive of 2 checks");
    let built = run(&ignored).ended_with(0);
    built.keeps_silent_about("braidCheck UP-TO-DATE");
}

#[test]
fn gradle_shows_failures_of_both_the_plugin_and_junit() {
    let project = Project::new("gradle", &judged());
    // The lost count is no longer expected.
    let source = project.path("src/test/java/com/example/CounterTest.java");
    let text = std::fs::read_to_string(&source).expect("the sample");
    let from = text.find("@BraidTest(expect").expect("a test that expects a violation");
    let to = from + text[from..].find(')').expect("its end") + 1;
    let edited = format!("{}@BraidTest{}", &text[..from], &text[to..]);
    std::fs::write(&source, &edited).expect("the copy can be written");
    let line = edited[..edited.find("assertEquals(2, counter.count());\n    }\n\n    private").expect("the line")]
        .lines()
        .count();
    let toolchain = preferably(25);
    let places = format!("-Porg.gradle.java.installations.paths={}", toolchain.home.display());
    let built = project
        .gradle(&["--continue", "check", "-PwithJUnit", &places, &format!("-PcheckWith={}", toolchain.version)])
        .ended_with(1);
    built.says(&format!("CounterTest.java:{line}: com.example.CounterTest.losesCounts: assertion failed: "));
    built.says("Braid: 1 violated and 0 inconclusive of 2 checks");
    built.says("CounterTest > losesCounts() FAILED");
    built.says("braid.junit.AssertionViolation at ");
    let report =
        std::fs::read_to_string(project.path("build/reports/braid/com.example.CounterTest.json")).expect("a report");
    assert!(
        report.contains(&format!("\"feature\": {}", toolchain.version)),
        "the toolchain's JDK counts:\n{}",
        &report[..2000.min(report.len())]
    );
    let case = project.case("build/test-results/test/TEST-com.example.CounterTest.xml", "losesCounts");
    assert_eq!(case.kind, "failure", "{}", case.text);
}

#[test]
fn the_artifacts_have_the_version_of_the_command() {
    let version = env!("CARGO_PKG_VERSION");
    let mut poms = Vec::new();
    let java = root().join("harness/java");
    for module in
        ["", "api", "exe", "native", "launch", "junit", "maven-plugin", "gradle-plugin", "gradle-plugin/marker"]
    {
        poms.push(java.join(module).join("pom.xml"));
    }
    for pom in poms {
        let text = std::fs::read_to_string(&pom).unwrap_or_else(|error| panic!("{}: {error}", pom.display()));
        assert!(text.contains(&format!("<version>{version}</version>")), "{} is not {version}", pom.display());
    }
    let executable = repository().join(format!("dev/braid/braid/{version}/braid-{version}-linux-x86_64.exe"));
    let mut braid = Command::new("sh");
    braid.args(["-c", "cp \"$1\" \"$2\" && chmod +x \"$2\" && \"$2\" --version", "sh"]).arg(&executable);
    let folder = TempDir::new("exe").expect("a temporary directory");
    braid.arg(folder.path().join("braid"));
    let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("it runs");
    assert_eq!(String::from_utf8_lossy(&outcome.stdout), format!("braid {version}\n"));
}
