//! The JUnit engine under the platform's own launcher: selectors, failures, replay, bad input, its end.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::artifacts::{jar, markers, repository, root};
use support::jdk::{Jdk, judged, tested};
use support::process::{Outcome, run_with_deadline};
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(120);

/// Compiled tests with a launcher to run them.
struct Tests {
    jdk: Jdk,
    folder: TempDir,
    path: String,
}

/// The launcher, with Jupiter in it.
fn console() -> PathBuf {
    let version = "1.11.4";
    let file = format!("junit-platform-console-standalone-{version}.jar");
    let jar = repository().join(format!("org/junit/platform/junit-platform-console-standalone/{version}/{file}"));
    if !jar.exists() {
        let mut mvn = Command::new("mvn");
        mvn.args(["-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get"]);
        mvn.arg(format!("-Dmaven.repo.local={}", repository().display())).arg("-Dtransitive=false");
        mvn.arg(format!("-Dartifact=org.junit.platform:junit-platform-console-standalone:{version}"));
        let outcome = run_with_deadline(&mut mvn, "", Duration::from_secs(300)).expect("mvn is installed");
        assert_eq!(outcome.code, Some(0), "{}", String::from_utf8_lossy(&outcome.stdout));
    }
    jar
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Tests {
    /// Compiles sources, in a folder with a space in its name.
    fn new(jdk: Jdk, sources: &[PathBuf]) -> Tests {
        let folder = TempDir::new("junit engine").expect("a temporary directory");
        let ours = ["braid-api", "braid-junit", "braid-launch", "braid-native"].map(jar);
        let mut entries = vec![folder.path().join("classes"), console()];
        entries.extend(ours);
        let path = entries.iter().map(|entry| entry.display().to_string()).collect::<Vec<_>>().join(":");
        let mut javac = Command::new(jdk.home.join("bin/javac"));
        javac.args(["-g", "-cp", &path, "-d"]).arg(&entries[0]).args(sources);
        let outcome = run_with_deadline(&mut javac, "", DEADLINE).expect("javac ends");
        assert_eq!(outcome.code, Some(0), "{}", text(&outcome.stderr));
        Tests { jdk, folder, path }
    }

    /// The sample's own.
    fn of_sample(jdk: Jdk) -> Tests {
        let sample = root().join("harness/samples/maven-zero/src");
        let sources = ["main/java/com/example/Account.java", "test/java/com/example/AccountTest.java"];
        Tests::new(jdk, &sources.map(|source| sample.join(source)))
    }

    /// Tests written down here.
    fn of_source(class: &str, body: &str) -> Tests {
        let folder = TempDir::new("source").expect("a temporary directory");
        let file = folder.path().join(format!("{class}.java"));
        let imports = "import braid.junit.BraidTest; import org.junit.jupiter.api.*;";
        std::fs::write(&file, format!("package own; {imports} class {class} {{ {body} }}")).expect("a file");
        Tests::new(judged(), &[file])
    }

    fn java(&self, properties: &[&str]) -> Command {
        let mut java = Command::new(self.jdk.home.join("bin/java"));
        java.current_dir(self.folder.path()).env_remove("BRAID");
        java.env("XDG_CACHE_HOME", self.folder.path().join("a cache"));
        java.args(properties).args(["-cp", &self.path, "org.junit.platform.console.ConsoleLauncher", "execute"]);
        java.args(["--disable-banner", "--disable-ansi-colors", "--include-classname", ".*", "--details", "tree"]);
        java
    }

    fn run(&self, properties: &[&str], selectors: &[&str]) -> (Option<i32>, String) {
        let outcome: Outcome =
            run_with_deadline(self.java(properties).args(selectors), "", DEADLINE).expect("the launcher ends");
        (outcome.code, format!("{}\n{}", text(&outcome.stdout), text(&outcome.stderr)))
    }
}

/// How many tests the launcher says were started, succeeded and failed.
fn counts(said: &str) -> [usize; 3] {
    ["tests started", "tests successful", "tests failed"].map(|what| {
        let line =
            said.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("no count of {what}:\n{said}"));
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    })
}

fn line_of(marker: &str) -> usize {
    let sample = root().join("harness/samples/maven-zero/src");
    let files = ["main/java/com/example/Account.java", "test/java/com/example/AccountTest.java"];
    let marks: Vec<_> = files.iter().flat_map(|file| markers(&sample.join(file))).collect();
    marks.iter().find(|(name, _)| name == marker).unwrap_or_else(|| panic!("no line is marked {marker}")).1
}

#[test]
fn every_selector_finds_its_tests() {
    let tests = Tests::of_sample(judged());
    let classes = tests.folder.path().join("classes");
    let engine = ["--include-engine", "braid"];
    // The class has eight tests, one of them in a nested class; one of Jupiter's own is left to Jupiter.
    for (selectors, started) in [
        (vec!["--select-class", "com.example.AccountTest"], 8),
        (vec!["--select-package", "com.example"], 8),
        (vec!["--scan-classpath", classes.to_str().expect("a name in Unicode")], 8),
        (vec!["--select-method", "com.example.AccountTest#transfersKeepTheSum"], 1),
        (vec!["--select-class", "com.example.AccountTest$WhenEmpty"], 1),
        (vec!["--select", "uid:[engine:braid]/[class:com.example.AccountTest]/[method:transfersKeepTheSum()]"], 1),
        (vec!["--select-class", "com.example.AccountTest", "--exclude-tag", "braid"], 0),
        (vec!["--select-package", "com.example", "--exclude-classname", ".*Account.*"], 0),
    ] {
        // No verdict matters here, so the checks end at once.
        let (_, said) = tests.run(&["-Dbraid.maxStates=1"], &[&selectors[..], &engine[..]].concat());
        assert_eq!(counts(&said)[0], started, "{selectors:?}:\n{said}");
    }
    let (code, said) = tests.run(&[], &["--select-method", "com.example.AccountTest#startsWithTen"]);
    assert_eq!((code, counts(&said)), (Some(0), [1, 1, 0]), "{said}");
}

#[test]
fn failures_have_their_class_and_the_line_of_the_program() {
    for jdk in tested() {
        let tests = Tests::of_sample(jdk);
        let (code, said) = tests.run(&[], &["--select-class", "com.example.AccountTest"]);
        assert_eq!(code, Some(1), "{said}");
        assert_eq!(counts(&said), [9, 3, 6], "{said}");
        for (class, method) in [
            ("DeadlockError", "com.example.Account.transferCarelessly(Account.java:"),
            ("DataRaceError", "com.example.Account.deposit(Account.java:"),
            ("AssertionViolation", "com.example.AccountTest.lostUpdate(AccountTest.java:"),
            ("UncaughtExceptionViolation", "com.example.Account.withdraw(Account.java:"),
            ("LivelockError", "com.example.Account.awaitOpen(Account.java:"),
        ] {
            let frame = format!("{method}{})", line_of(class));
            let thrown =
                said.find(&format!("=> braid.junit.{class}: ")).unwrap_or_else(|| panic!("no {class}:\n{said}"));
            let end = said[thrown..].find("\n\n").map_or(said.len(), |end| thrown + end);
            let trace: Vec<&str> = said[thrown..end].lines().take(9).collect();
            assert!(trace.iter().any(|line| line.contains(&frame)), "{class}: no {frame} in {trace:#?}");
            assert!(trace[0].contains(".java:"), "{class} in one line: {}", trace[0]);
        }
        assert!(said.contains("=> braid.junit.InconclusiveError: inconclusive: the time limit of 0.01 s is reached"));
        // The schedule goes to standard output.
        assert!(said.contains("first waits to lock Account@1, held by second since Account.java:"), "{said}");
        assert!(said.contains("run the test with -Dbraid.replay=b1-"), "{said}");
    }
}

#[test]
fn a_schedule_runs_again_in_its_own_test_only() {
    let tests = Tests::of_sample(judged());
    let (_, said) = tests.run(&[], &["--select-method", "com.example.AccountTest#deadlock"]);
    let at = said.find("-Dbraid.replay=").unwrap_or_else(|| panic!("no token:\n{said}"));
    let replay = said[at..].split_whitespace().next().expect("a token");
    let (code, said) =
        tests.run(&[replay], &["--select-class", "com.example.AccountTest", "--include-engine", "braid"]);
    assert_eq!((code, counts(&said)), (Some(1), [1, 0, 1]), "{said}");
    assert!(said.contains("=> braid.junit.DeadlockError: "), "{said}");
    // With no test that it is for it is an error, not a row of skipped tests.
    let (code, said) = tests.run(&[replay], &["--select-method", "com.example.AccountTest#livelock"]);
    assert_eq!((code, counts(&said)), (Some(1), [1, 0, 1]), "{said}");
    assert!(said.contains("AccountTest.livelock: the token is for another program"), "{said}");
    let (code, said) = tests.run(&["-Dbraid.replay=b1-x"], &["--select-method", "com.example.AccountTest#livelock"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("=> braid.junit.CheckError: com.example.AccountTest.livelock: "), "{said}");
}

#[test]
fn what_keeps_a_check_from_being_made_is_an_error_with_the_reason() {
    let tests = Tests::of_sample(judged());
    let one = ["--select-method", "com.example.AccountTest#transfersKeepTheSum"];
    let folder = tests.folder.path();
    let script = |name: &str, text: &str| {
        let file = folder.join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{text}\n")).expect("a script");
        Command::new("chmod").arg("+x").arg(&file).status().expect("chmod is there");
        format!("-Dbraid.executable={}", file.display())
    };
    std::fs::write(folder.join("plain"), "text").expect("a file");
    let plain = format!("-Dbraid.executable={}", folder.join("plain").display());
    let older = script("older", "echo braid 0.0.9; exit 3");
    let crash = script("crash", "kill -9 $$");
    let empty = format!("-Dbraid.jdk={}", folder.display());
    let old = folder.join("old");
    std::fs::create_dir_all(old.join("lib")).expect("a folder can be made");
    std::fs::write(old.join("release"), "JAVA_VERSION=\"11.0.2\"\n").expect("a file");
    std::fs::write(old.join("lib/modules"), "").expect("a file");
    let old = format!("-Dbraid.jdk={}", old.display());
    for (properties, wanted) in [
        (["-Dbraid.executable=/no/braid"], "braid.executable names /no/braid, and there is no such file"),
        ([&*plain], "plain, which cannot be executed"),
        ([&*older], "is Braid 0.0.9, and the Java side is"),
        ([&*crash], "ended with exit code 137"),
        (["-Dos.arch=vax"], "there is no braid command for linux-vax: neither braid.executable nor the environment"),
        (["-Dbraid.cache=/proc/braid"], "the braid command of braid-native cannot be extracted: /proc/braid ("),
        ([&*empty], "no JDK here: there is no release file"),
        ([&*old], "JDK 11.0.2 is not supported; 17, 21 and 25 are"),
        (["-Dbraid.races=maybe"], "invalid value 'maybe' for '--races"),
        (["-Dbraid.timeLimit=-1"], "a number of seconds, 0 or more, is expected"),
        (["-Dbraid.timelimit=1"], "there is no parameter braid.timelimit: did you mean braid.timeLimit?"),
    ] {
        let mut java = tests.java(&properties);
        // No command on the PATH either.
        java.env("PATH", "/usr/bin:/bin").args(one);
        let outcome = run_with_deadline(&mut java, "", DEADLINE).expect("the launcher ends");
        let said = text(&outcome.stdout);
        assert_eq!(outcome.code, Some(1), "{properties:?}:\n{said}");
        assert!(said.contains("=> braid.junit.CheckError: com.example.AccountTest.transfersKeepTheSum: "), "{said}");
        assert!(said.contains(wanted), "{properties:?}: no {wanted} in\n{said}");
        assert!(said.contains("com.example.AccountTest.transfersKeepTheSum(AccountTest.java)"), "{said}");
    }
}

#[test]
fn a_test_of_the_tests_sets_every_member_of_the_annotation() {
    let annotation = "harness/java/junit/src/main/java/braid/junit/BraidTest.java";
    let annotation = std::fs::read_to_string(root().join(annotation)).expect("the annotation");
    let members = annotation.lines().filter_map(|line| line.trim().split_once("() default"));
    let names: Vec<&str> = members.filter_map(|(before, _)| before.rsplit(' ').next()).collect();
    assert_eq!(names.len(), 13, "{names:?}");
    let here = include_str!("junit.rs");
    let all = &here[..here.rfind("void all() {").expect("the test that sets all")];
    let all = &all[all.rfind("@BraidTest").expect("its annotation")..];
    names.iter().for_each(|name| assert!(all.contains(&format!("{name} = ")), "{name} is not set"));
}

#[test]
fn expectations_decide_and_contradictions_are_errors() {
    let tests = Tests::of_source(
        "Own",
        r#"
        @BraidTest(expect = BraidTest.Expect.VIOLATED) void fails() { throw new IllegalStateException("x"); }
        @BraidTest(expect = BraidTest.Expect.VIOLATED) void passes() { }
        @BraidTest(expect = BraidTest.Expect.VIOLATED, kind = BraidTest.Kind.DEADLOCK) void other() { throw new Error("x"); }
        @BraidTest(maxStates = 1, tolerateInconclusive = true) void tolerant() { two(); }
        @BraidTest(maxStates = 1) void strict() { two(); }
        @BraidTest(timeLimit = -1) void negative() { }
        @BraidTest(kind = BraidTest.Kind.DEADLOCK) void contradiction() { }
        @BraidTest(search = BraidTest.Search.RANDOM, maxStates = 10) void random() { }
        @BraidTest void parameters(int number) { }
        @BraidTest @Disabled void off() { throw new Error(); }
        @BraidTest(timeLimit = 60, memoryLimit = 2000, maxStates = 100000, maxDepth = 10000, time = BraidTest.Time.AUTO,
            timing = BraidTest.Timing.ERROR,
            races = BraidTest.Races.ERROR, search = BraidTest.Search.BFS, reduction = BraidTest.Reduction.LOCAL,
            spurious = true, expect = BraidTest.Expect.VERIFIED, kind = BraidTest.Kind.ANY, tolerateInconclusive = false)
        void all() { }
        static class Inner { @BraidTest void inside() { } }
        static void two() { new Thread(() -> { }).start(); new Thread(() -> { }).start(); }
        "#,
    );
    let (code, said) = tests.run(&[], &["--select-class", "own.Own"]);
    assert_eq!((code, counts(&said)), (Some(1), [11, 4, 7]), "{said}");
    for wanted in [
        "=> braid.junit.ExpectedViolationError: a violation is expected, and no schedule has one",
        "=> braid.junit.ExpectedViolationError: a violation of kind deadlock is expected: ",
        "=> braid.junit.InconclusiveError: inconclusive: the limit of 1 states is reached",
        "own.Own.negative: own.Own.negative: @BraidTest is wrong: timeLimit = -1: a limit is a positive number",
        "own.Own.contradiction: @BraidTest is wrong: kind is about violations, and expect is not VIOLATED",
        "own.Own.random: @BraidTest is wrong: search = RANDOM never verifies, and expect is VERIFIED",
        "=> braid.junit.InconclusiveError: inconclusive: parameters is unsupported",
    ] {
        assert!(said.contains(wanted), "no {wanted} in\n{said}");
    }
    // The command alone goes by the same.
    let check = |test: &str| {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").arg("--jdk").arg(&tests.jdk.home).args(["--classpath", &tests.path, "--test", test]);
        run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends")
    };
    for (test, code) in [
        ("own.Own#fails", 0),
        ("own.Own#passes", 1),
        ("own.Own#other", 1),
        ("own.Own#tolerant", 0),
        ("own.Own#strict", 2),
        ("own.Own#negative", 3),
        ("own.Own#all", 0),
        ("own.Own#fails+tolerant", 0),
        ("own.Own#fails+passes", 1),
        ("own.Own#fails+nothing", 3),
    ] {
        let outcome = check(test);
        assert_eq!(outcome.code, Some(code), "{test}:\n{}{}", text(&outcome.stdout), text(&outcome.stderr));
    }
}

#[test]
fn a_class_that_only_the_check_misses_is_no_violation() {
    let body = "@BraidTest void uses() { Helper.go(); } static class Inner { } } class Helper { static void go() { }";
    let tests = Tests::of_source("Uses", body);
    // A place that the virtual machine knows and no class path names.
    let hidden = tests.folder.path().join("hidden/own");
    let classes = tests.folder.path().join("classes/own");
    std::fs::create_dir_all(&hidden).expect("a folder can be made");
    std::fs::rename(classes.join("Helper.class"), hidden.join("Helper.class")).expect("a file can be moved");
    let one = ["--select-class", "own.Uses"];
    let (code, said) = tests.run(&[], &one);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("=> braid.junit.UncaughtExceptionViolation: "), "the program misses it, too: {said}");
    let place = format!("-Xbootclasspath/a:{}", tests.folder.path().join("hidden").display());
    let (code, said) = tests.run(&[&place], &one);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("own.Uses.uses: the check did not find class own.Helper, which the virtual machine has"),
        "{said}"
    );
    // A class in a test class that cannot be loaded could have tests.
    std::fs::rename(hidden.join("Helper.class"), classes.join("Helper.class")).expect("a file can be moved");
    std::fs::remove_file(classes.join("Uses$Inner.class")).expect("a file can be deleted");
    let (code, said) = tests.run(&[], &one);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("not all classes in own.Uses can be loaded, so tests may be missing"), "{said}");
}

#[test]
fn two_processes_extract_the_command_at_once() {
    let tests = Tests::of_sample(judged());
    let start = || {
        let mut java = tests.java(&[]);
        java.args(["--select-method", "com.example.AccountTest#transfersKeepTheSum"]);
        java.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("java starts")
    };
    let children = [start(), start(), start()];
    for mut child in children {
        assert!(child.wait().expect("the launcher ends").success());
    }
    let cache = tests.folder.path().join("a cache/braid");
    let left: Vec<_> =
        std::fs::read_dir(&cache).expect("the cache").map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn a_check_ends_with_its_virtual_machine() {
    // So many states that it never ends by itself.
    let tests = Tests::of_source(
        "Endless",
        "static volatile long x; @BraidTest void never() { for (int i = 0; i < 8; i++) new Thread(() -> { for (;;) x += 3; }).start(); }",
    );
    let mut java = tests.java(&[]);
    java.args(["--select-class", "own.Endless"]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = java.spawn().expect("java starts");
    let command = tests.folder.path().join("a cache/braid");
    let is_running = || {
        let processes = std::fs::read_dir("/proc").expect("/proc").filter_map(|entry| entry.ok());
        let mut programs = processes.filter_map(|process| std::fs::read_link(process.path().join("exe")).ok());
        programs.any(|program: PathBuf| program.starts_with(Path::new(&command)))
    };
    let wait_until = |wanted: bool| {
        let began = Instant::now();
        while is_running() != wanted {
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "the check is {}running",
                if wanted { "not " } else { "" }
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait_until(true);
    child.kill().expect("java can be killed");
    child.wait().expect("java ends");
    wait_until(false);
}
