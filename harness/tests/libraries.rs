//! Everyday libraries and languages beside Java, in tests as people write them (`java-tests/libraries`).
//!
//! They come from Maven Central, so this is for the night: `BRAID_LIBRARIES=1`.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::directives::java_tests;
use support::jdk::{Jdk, judged};
use support::process::run_with_deadline;
use support::scene::text;
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(600);

/// Tests of one folder, compiled.
struct Tests {
    jdk: Jdk,
    classes: TempDir,
    jars: Vec<PathBuf>,
}

impl Tests {
    /// Those of a folder; nothing by day. `compile` has the words for the JVM, before the folder's sources: a compiler's class and its
    /// options; without any it is the JDK's own.
    fn of(folder: &str, compile: &[&str], source: &str) -> Option<Tests> {
        if std::env::var_os("BRAID_LIBRARIES").is_none() {
            println!("not tested: BRAID_LIBRARIES=1 fetches the libraries");
            return None;
        }
        let (jdk, place) = (judged(), java_tests().join("libraries").join(folder));
        let jars = jars(&place, folder);
        let classes = TempDir::new("libraries").expect("a temporary directory");
        let path = joined(&jars);
        let mut command = Command::new(jdk.home.join("bin").join(if compile.is_empty() { "javac" } else { "java" }));
        if !compile.is_empty() {
            command.args(["-cp", &path]).args(compile);
        }
        command.args([if compile.is_empty() { "-cp" } else { "-classpath" }, &path, "-d"]);
        command.arg(classes.path()).arg(place.join(source));
        let outcome = run_with_deadline(&mut command, "", DEADLINE).expect("the compiler ends");
        assert_eq!(outcome.code, Some(0), "{}", text(&outcome.stderr));
        Some(Tests { jdk, classes, jars })
    }

    /// Checks a test: its exit code, and what it says. The limit is for the second search, in which timed waits expire early: what is
    /// verified with patient time stays so.
    fn check(&self, test: &str) -> (Option<i32>, String) {
        let path = format!("{}:{}", self.classes.path().display(), joined(&self.jars));
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.args(["check", "--juc", "steps", "--time-limit", "100", "--jdk"]).arg(&self.jdk.home);
        braid.args(["--classpath", &path, "--test", test]);
        let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
        (outcome.code, text(&outcome.stdout) + &text(&outcome.stderr))
    }

    fn expect(&self, class: &str, expected: &[(&str, i32, &str)]) {
        for (test, code, says) in expected {
            let (actual, said) = self.check(&format!("{class}#{test}"));
            assert_eq!(actual, Some(*code), "{test}:\n{said}");
            assert!(said.contains(says), "{test} does not say {says:?}:\n{said}");
        }
    }
}

fn joined(jars: &[PathBuf]) -> String {
    jars.iter().map(|jar| jar.display().to_string()).collect::<Vec<_>>().join(":")
}

/// The jars that a folder's `pom.xml` names, which stay there between runs.
fn jars(place: &Path, name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("libraries-{name}"));
    let mut mvn = Command::new("mvn");
    mvn.args(["-q", "-B", "-f"]).arg(place.join("pom.xml"));
    mvn.arg("org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies");
    mvn.arg(format!("-DoutputDirectory={}", folder.display()));
    let outcome = run_with_deadline(&mut mvn, "", DEADLINE).expect("mvn is installed");
    assert_eq!(outcome.code, Some(0), "mvn cannot fetch the libraries:\n{}", text(&outcome.stdout));
    let entries = std::fs::read_dir(&folder).expect("mvn made the folder");
    let mut jars: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    jars.sort();
    jars
}

#[test]
fn everyday_libraries_are_checked_as_they_are() {
    let Some(tests) = Tests::of("java", &[], "EverydayTest.java") else { return };
    let verified = [
        "awaitility",
        "truth",
        "assertj",
        "easymock",
        "easymockOfClass",
        "mockito",
        "logback",
        "nettyPromise",
        "nettyBuffer",
        "spring",
        "springExecutor",
    ];
    tests.expect("EverydayTest", &verified.map(|test| (test, 0, "verified")));
    let inline = "unsupported: inline mocks of Mockito: a mock of ";
    tests.expect(
        "EverydayTest",
        &[
            ("truthTooEarly", 1, "EverydayTest.java"),
            ("mockitoOfFinalClass", 2, &format!("{inline}EverydayTest$Closed: final class")),
            ("mockitoOfFinalMethod", 2, &format!("{inline}EverydayTest$Half, which has final methods: fixed")),
            ("mockitoOfStaticMethod", 2, &format!("{inline}the static methods of org.slf4j.LoggerFactory")),
        ],
    );
    // Where the program asks for subclasses, they are what a JVM makes as well.
    let folder = tests.classes.path().join("mockito-extensions");
    std::fs::create_dir(&folder).expect("a folder");
    let choose = |word: &str| {
        std::fs::write(folder.join("org.mockito.plugins.MockMaker"), word).expect("a file can be written");
    };
    choose("# which\nmock-maker-subclass\n");
    tests.expect("EverydayTest", &[("mockito", 0, "verified"), ("mockitoOfFinalClass", 1, "Cannot mock/spy class")]);
    choose("mock-maker-inline");
    tests.expect("EverydayTest", &[("mockito", 0, "verified"), ("mockitoOfFinalClass", 2, inline)]);
}

#[test]
fn tests_of_junit_6_are_run_by_its_launcher() {
    let Some(tests) = Tests::of("junit6", &[], "SixTest.java") else { return };
    let expected = [("repeated", 0, "verified"), ("plain", 1, "SixTest.java:"), ("given[1]", 0, "verified")];
    tests.expect("SixTest", &expected);
    tests.expect("SixTest", &[("given", 1, "2 tests: 1 violated, 0 inconclusive, 1 verified")]);
}

#[test]
fn tests_of_kotlin_are_checked() {
    let compiler = ["org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect"];
    let Some(tests) = Tests::of("kotlin", &compiler, "KotlinTest.kt") else { return };
    let verified = ["locked", "blocking", "virtualTime", "otherThread"];
    tests.expect("KotlinTest", &verified.map(|test| (test, 0, "verified")));
    tests.expect("KotlinTest", &[("two threads race", 1, "KotlinTest.kt:")]);
}

#[test]
fn tests_of_scala_are_checked() {
    let Some(tests) = Tests::of("scala", &["dotty.tools.dotc.Main"], "ScalaTest.scala") else { return };
    let verified = ["locked", "lazyValue", "future"];
    tests.expect("ScalaTest", &verified.map(|test| (test, 0, "verified")));
    tests.expect("ScalaTest", &[("race", 1, "ScalaTest.scala:")]);
}
